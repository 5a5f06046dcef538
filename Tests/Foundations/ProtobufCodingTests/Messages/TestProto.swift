/// The schema that the Swift messages beside this file mirror.
let testProto = """
    syntax = "proto3";
    package test;
    import "google/protobuf/timestamp.proto";
    import "google/protobuf/duration.proto";

    enum Color { RED = 0; GREEN = 1; BLUE = 2; DARK = -1; }

    message Scalars {
      int32 int32 = 1; int64 int64 = 2; uint32 uint32 = 3; uint64 uint64 = 4;
      sint32 sint32 = 5; sint64 sint64 = 6; fixed32 fixed32 = 7; fixed64 fixed64 = 8;
      sfixed32 sfixed32 = 9; sfixed64 sfixed64 = 10; bool bool = 11; float float = 12;
      double double = 13; string string = 14; bytes bytes = 15; Color color = 16;
      int64 int = 17; uint64 uint = 536870911;
    }
    message Optionals {
      optional int32 int32 = 1; optional int64 int64 = 2; optional uint32 uint32 = 3;
      optional uint64 uint64 = 4; optional sint32 sint32 = 5; optional sint64 sint64 = 6;
      optional fixed32 fixed32 = 7; optional fixed64 fixed64 = 8;
      optional sfixed32 sfixed32 = 9; optional sfixed64 sfixed64 = 10;
      optional bool bool = 11; optional float float = 12; optional double double = 13;
      optional string string = 14; optional bytes bytes = 15; optional Color color = 16;
      Scalars scalars = 17; optional int64 int = 18; optional uint64 uint = 19;
    }
    message Lists {
      repeated int32 int32 = 1; repeated int64 int64 = 2; repeated uint32 uint32 = 3;
      repeated uint64 uint64 = 4; repeated sint32 sint32 = 5; repeated sint64 sint64 = 6;
      repeated fixed32 fixed32 = 7; repeated fixed64 fixed64 = 8;
      repeated sfixed32 sfixed32 = 9; repeated sfixed64 sfixed64 = 10;
      repeated bool bool = 11; repeated float float = 12; repeated double double = 13;
      repeated string string = 14; repeated bytes bytes = 15; repeated Color color = 16;
      repeated Scalars scalars = 17; repeated google.protobuf.Timestamp timestamps = 18;
    }
    message Maps {
      map<int32, string> int32 = 1; map<int64, bytes> int64 = 2; map<uint32, bool> uint32 = 3;
      map<uint64, double> uint64 = 4; map<sint32, Color> sint32 = 5;
      map<sint64, Scalars> sint64 = 6; map<fixed32, float> fixed32 = 7;
      map<fixed64, sint64> fixed64 = 8; map<sfixed32, fixed32> sfixed32 = 9;
      map<sfixed64, Maps> sfixed64 = 10; map<bool, int64> bool = 11;
      map<string, google.protobuf.Duration> string = 12;
    }
    message Choice {
      int64 before = 1;
      oneof body {
        string text = 4; int32 count = 2; Scalars scalars = 3; Color color = 7;
        google.protobuf.Timestamp moment = 8; bytes data = 20;
      }
      int64 after = 10;
    }
    message Tree {
      string name = 1; Tree left = 2; Tree right = 3; repeated Tree children = 4;
      google.protobuf.Timestamp created = 5; google.protobuf.Duration length = 6;
      Choice choice = 7;
    }
    message Note {
      int64 id = 1; string sender = 2; optional string content = 3; repeated int64 tags = 4;
      repeated string names = 5; repeated bytes parts = 6; bytes data = 7; optional bytes key = 8;
      optional int32 level = 9; Note answer = 10; repeated Note thread = 11;
      map<string, int64> counts = 12; google.protobuf.Timestamp sent = 13; Scalars scalars = 14;
      repeated Scalars history = 15; Color color = 16;
    }
    """

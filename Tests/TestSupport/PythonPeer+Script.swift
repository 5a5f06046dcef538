extension PythonPeer {
    /// Reads commands from its input, a line each, and prints the answers.
    static let script = #"""
        import base64, glob, os, random, struct, subprocess, sys, traceback

        def main():
            from google.protobuf import descriptor_pb2, descriptor_pool, json_format
            from google.protobuf import message_factory
            folder, scratch = sys.argv[1:3]
            files = sorted(glob.glob(os.path.join(folder, "**", "*.proto"), recursive=True))
            result = os.path.join(scratch, "descriptors")
            subprocess.run(
                ["protoc", "--include_imports", "--descriptor_set_out=" + result, "-I", folder]
                + files, check=True, stderr=sys.stdout)
            with open(result, "rb") as file:
                descriptors = descriptor_pb2.FileDescriptorSet.FromString(file.read())
            pool = descriptor_pool.DescriptorPool()
            for file in descriptors.file:
                pool.Add(file)
            def message_class(name):
                descriptor = pool.FindMessageTypeByName(name)
                if hasattr(message_factory, "GetMessageClass"):
                    return message_factory.GetMessageClass(descriptor)
                return message_factory.MessageFactory(pool).GetPrototype(descriptor)
            def show(message):
                written = message.SerializeToString(deterministic=True)
                return base64.b64encode(written).decode() or "-"
            for line in sys.stdin:
                command, name, *rest = line.split()
                if command == "canonical":
                    message = message_class(name)()
                    try:
                        message.ParseFromString(base64.b64decode("" if rest[0] == "-" else rest[0]))
                        text = json_format.MessageToJson(
                            message, preserving_proto_field_name=True, sort_keys=True, indent=None,
                            descriptor_pool=pool)
                        print(show(message), text)
                    except Exception as error:
                        print("error: " + " ".join(str(error).split()))
                elif command == "json":
                    message = message_class(name)()
                    message.ParseFromString(base64.b64decode("" if rest[0] == "-" else rest[0]))
                    print(json_format.MessageToJson(
                        message, indent=None, descriptor_pool=pool))
                elif command == "parse":
                    message = message_class(name)()
                    try:
                        text = base64.b64decode(rest[0]).decode()
                        json_format.Parse(text, message, descriptor_pool=pool)
                        print(show(message))
                    except Exception as error:
                        print("error: " + " ".join(str(error).split()))
                elif command == "declarations":
                    # A file of options says how the others are to be read.
                    declarations([
                        file for file in descriptors.file
                        if file.package == name and not file.extension])
                else:
                    source = random.Random(int(rest[1]))
                    for _ in range(int(rest[0])):
                        message = message_class(name)()
                        fill(message, source, 0)
                        print(show(message))

        def declarations(files):
            for file in files:
                prefix = file.package + "."
                for message in file.message_type:
                    print("message", prefix + message.name)
                    for field in message.field:
                        print("field", prefix + message.name, field.name, field.number)
                for enum in file.enum_type:
                    for value in enum.value:
                        print("enum", prefix + enum.name, value.name, value.number)
                for service in file.service:
                    for method in service.method:
                        kind = "serverStreaming" if method.server_streaming else "unary"
                        print("method", prefix + service.name, method.name,
                              method.input_type[1:], method.output_type[1:], kind)

        def integer(source, low, high):
            edge = source.choice([low, high, 0, 1, max(low, -1), 127, 128, 300])
            spread = source.randint(low >> source.randint(0, 60), high >> source.randint(0, 60))
            return source.choice([edge, max(low, min(high, spread)), source.randint(low, high)])

        def number(source, size, form):
            value = struct.unpack(form, source.randbytes(size))[0]
            return source.choice([0.0, -0.0, 1.5, float("inf"), value if value == value else 2.0])

        def text(source):
            letters = "abcdefghij \n\0\u00e9쪽지한글\U0001f600"
            return "".join(source.choice(letters) for _ in range(source.choice([0, 1, 5, 40, 200])))

        def scalar(field, source):
            kind = field.type
            if kind in (3, 16, 18): return integer(source, -2**63, 2**63 - 1)
            if kind in (5, 15, 17): return integer(source, -2**31, 2**31 - 1)
            if kind in (4, 6): return integer(source, 0, 2**64 - 1)
            if kind in (7, 13): return integer(source, 0, 2**32 - 1)
            if kind == 1: return number(source, 8, "<d")
            if kind == 2: return number(source, 4, "<f")
            if kind == 8: return source.random() < 0.5
            if kind == 9: return text(source)
            if kind == 12: return source.randbytes(source.choice([0, 1, 16, 127, 128, 300]))
            if source.random() < 0.2: return integer(source, -2**31, 2**31 - 1)
            return source.choice(field.enum_type.values).number

        def fill(message, source, depth):
            name = message.DESCRIPTOR.full_name
            if name == "google.protobuf.Timestamp":
                message.seconds = source.randint(-62135596800, 253402300799)
                message.nanos = source.choice([0, 999999999, source.randint(0, 999999999)])
                return
            if name == "google.protobuf.Duration":
                sign = source.choice([-1, 1])
                message.seconds = sign * source.choice([0, 315576000000, source.randint(0, 9999)])
                message.nanos = sign * source.randint(0, 999999999)
                return
            for field in message.DESCRIPTOR.fields:
                # Nobody keeps padding.
                if source.random() < 0.35 or field.name == "padding":
                    continue
                count = source.choice([0, 1, 2, 5])
                is_message = field.type == 11
                if is_message and depth >= 3:
                    continue
                if is_message and field.message_type.GetOptions().map_entry:
                    fill_map(getattr(message, field.name), field, source, count, depth)
                elif field.label == 3:
                    values = getattr(message, field.name)
                    for _ in range(count):
                        if is_message: fill(values.add(), source, depth + 1)
                        else: values.append(scalar(field, source))
                elif is_message:
                    part = getattr(message, field.name)
                    part.SetInParent()
                    fill(part, source, depth + 1)
                else:
                    setattr(message, field.name, scalar(field, source))

        def fill_map(values, field, source, count, depth):
            key, value = field.message_type.fields
            for _ in range(count):
                if value.type == 11: fill(values[scalar(key, source)], source, depth + 1)
                else: values[scalar(key, source)] = scalar(value, source)

        try:
            main()
        except Exception:
            traceback.print_exc(file=sys.stdout)
            sys.exit(1)
        """#
}

import Foundation

// protoc asks on the standard input and takes the answer from the standard output; errors in the
// .proto files travel within it.
let question = FileHandle.standardInput.readDataToEndOfFile()
FileHandle.standardOutput.write(Data(Generator.answer(to: [UInt8](question))))

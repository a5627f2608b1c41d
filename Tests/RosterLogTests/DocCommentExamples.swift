import RosterLog

/// The code in the comments of `RosterLog`. It is compiled only.
enum DocCommentExamples {
  struct File {
    func readChunk() throws -> [UInt8]? { nil }
  }

  static func read(_ file: File) throws {
    // begin example
    var reader = try ChangesetLogReader { try file.readChunk() }
    while let line = try reader.next() { print(line.entry) }
    // end example
  }
}

#if os(Linux)
  import Foundation
  import RosterTestKit
  import Testing

  /// A replay needs memory for the list and what is under way, not for the log.
  struct StreamingTests {
    @Test(arguments: ["none", "ndjson"])
    func memoryDoesNotGrowWithTheLog(_ output: String) throws {
      let short = try peakMemory(changesetCount: 5_000, output: output)
      let long = try peakMemory(changesetCount: 50_000, output: output)
      #expect(long < short + 16_384, "kB at the peak, over ten times the changesets")
    }

    /// Feeds a log through a pipe and looks at the process while it still waits for the end.
    ///
    /// - Returns: The most memory that the process has had, in kB.
    private func peakMemory(changesetCount: Int, output: String) throws -> Int {
      let process = Process()
      process.executableURL = URL(filePath: RosterProgram.path)
      process.arguments = ["replay", "-", "--output", output]
      let input = Pipe()
      process.standardInput = input
      process.standardOutput = FileHandle.nullDevice
      try process.start()
      let writer = input.fileHandleForWriting
      try writer.write(
        contentsOf: Data(
          """
          {"changesetLog":1}
          {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"],[[0,1],"b"]]}}

          """.utf8))
      let update = #"{"changeset":{"updatedItems":[[[0,1],"0123456789012345678901234567890"]]}}"#
      let chunk = Data(String(repeating: update + "\n", count: 500).utf8)
      for _ in 0..<changesetCount / 500 { try writer.write(contentsOf: chunk) }
      // All but what fits into the pipe has been read now.
      let status = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      try writer.close()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      let words = line.split(whereSeparator: \.isWhitespace)
      return try #require(Int(words[1]))
    }
  }
#endif

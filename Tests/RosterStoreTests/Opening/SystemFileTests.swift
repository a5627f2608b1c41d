import Foundation
import RosterTestKit
import Testing

@testable import RosterStore

/// Files and folders as the system has them.
@Suite("Opening: files of the system")
struct SystemFileTests {
  @Test func partsOfAFileAreRead() throws {
    let folder = try TemporaryFolder()
    let file = try SystemFile(folder.write("0123456789", to: "digits"))
    #expect(file.count == 10)
    #expect(file.bytes(0..<3) == Array("012".utf8))
    #expect(file.bytes(7..<10) == Array("789".utf8))
    #expect(file.bytes(8..<20) == Array("89".utf8))
    #expect(file.bytes(10..<20) == [])
    #expect(file.bytes(4..<4) == [])
  }

  @Test func whatCannotBeOpenedHasTheReasonOfTheSystem() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: SystemError.self) { try SystemFile(folder.path(of: "missing")) }
    #expect(error?.code == ENOENT)
    #expect(error.map { "\($0)" } == "No such file or directory")
  }

  @Test func aFolderHasTheNamesOfWhatIsInIt() throws {
    let folder = try TemporaryFolder()
    let names = ["a", ".b", "é", String(repeating: "c", count: 255)]
    for name in names { try folder.write("", to: name) }
    #expect(Set(SystemFile.names(inFolder: folder.path)) == Set(names))
    #expect(SystemFile.names(inFolder: folder.path(of: "missing")) == [])
  }

  @Test func aScratchFolderGoesWithItsFiles() throws {
    var scratch: ScratchFolder? = try ScratchFolder()
    let path = try #require(scratch?.path)
    for name in ["list.sqlite", "list.sqlite-wal"] {
      try Data().write(to: URL(filePath: path).appending(path: name))
    }
    #expect(try ScratchFolder().path != path)
    scratch = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func anAddressMeansThePath() {
    #expect(
      DatabasePath(path: "/missing/a?b=1&c#d %é-_.~9").address
        == "file:/missing/a%3fb%3d1%26c%23d%20%25%c3%a9-_.~9")
  }
}

import Foundation
import RosterTestKit
import Synchronization
import Testing

@testable import RosterImages

struct ImageFolderTests {
  private let files: TemporaryFolder
  private let clock = FolderClock()

  init() throws { files = try TemporaryFolder() }

  private final class FolderClock: Sendable {
    let now = Mutex<Int64>(1_000_000_000)

    func advance(by seconds: Int64) { now.withLock { $0 += seconds } }
  }

  private func folder(byteCountMax: Int = 1_000_000, days: Int = 30) -> ImageFolder {
    ImageFolder(
      path: files.path(of: "pictures"), byteCountMax: byteCountMax,
      ageMax: .seconds(days * 86_400)
    ) { [clock] in clock.now.withLock { $0 } }
  }

  private func read(_ folder: ImageFolder, _ address: String) -> [UInt8]? {
    folder.bytes(of: address, byteCountMax: 10_000)
  }

  private func path(_ address: String) -> String {
    files.path(of: "pictures/\(FolderEntry.name(of: address))")
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: files.path(of: "pictures")))?.sorted()
      ?? []
  }

  @Test func bytesComeBackInAnotherProcess() {
    folder().keep([1, 2, 3], of: "a")
    #expect(read(folder(), "a") == [1, 2, 3])
    #expect(read(folder(), "b") == nil)
    #expect(names == [FolderEntry.name(of: "a")], "no draft is left")
  }

  @Test func everyDamagedByteIsNoticed() throws {
    let folder = folder()
    folder.keep([1, 2, 3], of: "a")
    let whole = try Data(contentsOf: URL(filePath: path("a")))
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0x10
      try damaged.write(to: URL(filePath: path("a")))
      #expect(read(folder, "a") == nil, "byte \(index)")
      #expect(names.isEmpty, "byte \(index)")
    }
  }

  @Test func everyCutIsNoticed() throws {
    let folder = folder()
    folder.keep([1, 2, 3], of: "a")
    let whole = try Data(contentsOf: URL(filePath: path("a")))
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: URL(filePath: path("a")))
      #expect(read(folder, "a") == nil, "\(length) bytes")
      #expect(names.isEmpty, "\(length) bytes")
    }
    try (whole + [0]).write(to: URL(filePath: path("a")))
    #expect(read(folder, "a") == nil)
  }

  @Test func fileOfAnotherAddressIsNotTaken() throws {
    let folder = folder()
    folder.keep([1, 2, 3], of: "a")
    try FileManager.default.moveItem(atPath: path("a"), toPath: path("b"))
    #expect(read(folder, "b") == nil)
    #expect(names.isEmpty)
  }

  @Test func linkIsNotFollowed() throws {
    let folder = folder()
    folder.keep([1, 2, 3], of: "a")
    let elsewhere = files.path(of: "elsewhere")
    try FileManager.default.moveItem(atPath: path("a"), toPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: path("a"), withDestinationPath: elsewhere)
    #expect(read(folder, "a") == nil)
    folder.keep([4], of: "a")
    #expect(read(folder, "a") == [4])
    #expect(try Data(contentsOf: URL(filePath: elsewhere)).count > 3, "it is not written to")
  }

  @Test func bytesThatAreTooOldAreNotTaken() {
    let folder = folder(days: 2)
    folder.keep([1], of: "a")
    clock.advance(by: 86_400)
    #expect(read(folder, "a") == [1])
    // Use does not make them younger.
    clock.advance(by: 86_401)
    #expect(read(folder, "a") == nil)
    #expect(names.isEmpty)
  }

  @Test func moreBytesThanAllowedAreNotRead() {
    let folder = folder()
    folder.keep([UInt8](repeating: 1, count: 100), of: "a")
    #expect(folder.bytes(of: "a", byteCountMax: 99) == nil)
    #expect(names.isEmpty)
  }

  @Test func folderStaysWithinItsSizeAndKeepsWhatWasUsedLast() {
    // A file of one byte has 38 bytes.
    let folder = folder(byteCountMax: 380)
    for index in 0..<9 {
      folder.keep([1], of: "\(index)")
      clock.advance(by: 1)
    }
    #expect(read(folder, "0") == [1])
    clock.advance(by: 1)
    for index in 9..<14 {
      folder.keep([1], of: "\(index)")
      clock.advance(by: 1)
      #expect(names.count <= 10)
    }
    #expect(read(folder, "0") == [1])
    #expect(read(folder, "1") == nil)
    #expect(read(folder, "13") == [1])
  }

  @Test func fileThatIsLargerThanTheFolderIsNotKept() {
    let folder = folder(byteCountMax: 100)
    folder.keep([UInt8](repeating: 1, count: 100), of: "a")
    #expect(names.isEmpty)
  }

  @Test func otherFilesStay() throws {
    let folder = folder(byteCountMax: 100)
    try FileManager.default.createDirectory(
      atPath: files.path(of: "pictures"), withIntermediateDirectories: true)
    try files.write(String(repeating: "x", count: 1_000), to: "pictures/notes.txt")
    for index in 0..<5 { folder.keep([1], of: "\(index)") }
    clock.advance(by: 1_000_000_000)
    folder.trim()
    #expect(names == ["notes.txt"])
  }

  @Test func draftOfAKilledProcessGoesAfterAnHour() throws {
    let folder = folder()
    folder.keep([1], of: "a")
    let draft = FolderEntry.name(of: "b") + ".draft-1-1"
    try files.write("half", to: "pictures/\(draft)")
    PlainFile.setTime(of: files.path(of: "pictures/\(draft)"), to: 1_000_000_000)
    folder.trim()
    #expect(names.contains(draft))
    clock.advance(by: 3_601)
    folder.trim()
    #expect(!names.contains(draft))
    #expect(read(folder, "a") == [1])
  }

  @Test func manyWritersLeaveWholeFiles() async {
    let path = files.path(of: "pictures")
    await withTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          let folder = ImageFolder(path: path)
          for round in 0..<40 {
            let address = "\(round % 5)"
            folder.keep([UInt8](repeating: UInt8(round % 5), count: 200 + writer), of: address)
            let bytes = folder.bytes(of: address, byteCountMax: 1_000)
            #expect(bytes.map { Set($0) == [UInt8(round % 5)] } ?? false)
          }
        }
      }
    }
    #expect(names.count == 5)
  }

  @Test(arguments: 0..<300)
  func randomFileIsNoEntry(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var file = (0..<random.index(below: 200)).map { _ in UInt8(random.index(below: 256)) }
    #expect(FolderEntry(file: file) == nil)
    file = FolderEntry.mark + file
    #expect(FolderEntry(file: file) == nil)
  }

  @Test func namesOfAddressesDiffer() {
    let names = Set((0..<10_000).map { FolderEntry.name(of: "https://example.org/\($0)") })
    #expect(names.count == 10_000)
    #expect(names.allSatisfy(FolderEntry.isName))
    #expect(!FolderEntry.isName("holiday.image"))
  }
}

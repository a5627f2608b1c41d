import Foundation
import Testing

struct ImportTests {
  @Test func everySourceFolderIsARoom() throws {
    let manager = FileManager.default
    let folders = try ["Sources", "Tools"].flatMap { parent in
      let path = SourceTree.root.appending(path: parent).path(percentEncoded: false)
      return try manager.contentsOfDirectory(atPath: path).map { "\(parent)/\($0)" }
    }
    let withSources = try folders.filter {
      var isFolder: ObjCBool = false
      let path = SourceTree.root.appending(path: $0).path(percentEncoded: false)
      guard manager.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
        return false
      }
      return try manager.subpathsOfDirectory(atPath: path).contains { $0.hasSuffix(".swift") }
    }
    #expect(Set(withSources + ["Migrations"]) == Set(Room.all.map(\.folder)))
  }

  @Test(arguments: Room.all.map(\.folder))
  func roomImportsWhatItMay(_ folder: String) throws {
    let room = try #require(Room.all.first { $0.folder == folder })
    for file in try SourceTree.files(under: [folder], ending: ".swift") {
      let surplus = imports(of: file).subtracting(room.imports)
      #expect(surplus.isEmpty, "\(file.path) imports \(surplus.sorted())")
    }
  }

  /// The library for C is a fraction of the size without Foundation, so the rooms below it import that only for values
  /// of applications in Swift, and on Apple's systems, which have it.
  @Test func roomsOfTheLibraryForCDoWithoutFoundation() throws {
    var folders: Set = ["Sources/RosterC"]
    var next = folders
    while !next.isEmpty {
      let imports = Room.all.filter { next.contains($0.folder) }.flatMap(\.imports)
      next = Set(imports.map { "Sources/\($0)" }).subtracting(folders)
      folders.formUnion(next)
    }
    let rooms = Room.all.map(\.folder).filter(folders.contains)
    #expect(rooms.contains("Sources/RosterStore") && !rooms.contains("Sources/Roster"))
    for file in try SourceTree.files(under: rooms, ending: ".swift") {
      for (line, before) in zip(file.lines.dropFirst(), file.lines)
      where line.hasSuffix("import Foundation") {
        #expect(
          ["#if !WITHOUT_FOUNDATION", "#if canImport(Darwin)"].contains(before),
          "\(file.path) imports Foundation")
      }
      #expect(file.lines.first?.hasSuffix("import Foundation") == false, "\(file.path)")
    }
  }

  @Test func tableInTheMapSaysTheSame() throws {
    let rows = try SourceTree.file("Sources/README.md").lines.filter { $0.hasPrefix("| [`") }
    var table: [String: Set<String>] = [:]
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let folder = try #require(cells[0].split(separator: "`").dropFirst().first)
      let imports = cells[2].split(separator: ",").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
      }
      table[String(folder)] = Set(imports).subtracting(["–"])
    }
    #expect(table == Dictionary(uniqueKeysWithValues: Room.all.map { ($0.folder, $0.imports) }))
  }

  private func imports(of file: SourceTree.File) -> Set<String> {
    let pattern =
      /^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
    return Set(
      file.lines.compactMap { line in line.prefixMatch(of: pattern).map { String($0.1) } })
  }
}

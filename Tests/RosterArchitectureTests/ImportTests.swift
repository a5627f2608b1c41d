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
    #expect(Set(withSources + ["Migrations"]) == Set(try Room.all().map(\.folder)))
  }

  @Test func roomsImportWhatTheyMay() throws {
    for room in try Room.all() {
      for file in try SourceTree.files(under: [room.folder], ending: ".swift") {
        let surplus = imports(of: file).subtracting(room.imports)
        #expect(surplus.isEmpty, "\(file.path) imports \(surplus.sorted())")
      }
    }
  }

  @Test func roomsImportAllThatTheyMay() throws {
    for room in try Room.all() {
      let files = try SourceTree.files(under: [room.folder], ending: ".swift")
      let unused = room.imports.subtracting(files.flatMap(imports(of:)))
      #expect(unused.isEmpty, "\(room.folder) does not import \(unused.sorted())")
    }
  }

  /// The library for C is a fraction of the size without Foundation, so the rooms below it import that only for values
  /// of applications in Swift, and on Apple's systems, which have it.
  @Test func roomsOfTheLibraryForCDoWithoutFoundation() throws {
    let all = try Room.all()
    var folders: Set = ["Sources/RosterC"]
    var next = folders
    while !next.isEmpty {
      let imports = all.filter { next.contains($0.folder) }.flatMap(\.imports)
      next = Set(imports.map { "Sources/\($0)" }).subtracting(folders)
      folders.formUnion(next)
    }
    let rooms = all.map(\.folder).filter(folders.contains)
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

  /// What Apple's SDK has compiled is said of each file: of those that import a toolkit by their folder, or by their name.
  @Test(arguments: ["Sources/RosterApple", "Sources/RosterAppleRows"])
  func filesThatNameAToolkitAreListed(folder: String) throws {
    let row = try #require(
      try SourceTree.file("Sources/README.md").lines.first { $0.hasPrefix("| [`\(folder)`]") })
    #expect(row.contains("No file has been compiled by Apple's SDK"))
    let files = try SourceTree.files(under: [folder], ending: ".swift").filter {
      !$0.path.contains("/UIKit/") && !$0.path.contains("/AppKit/")
    }
    func name(_ file: SourceTree.File) -> String {
      String(file.path.split(separator: "/").last ?? "")
    }
    let naming = files.filter { !imports(of: $0).isDisjoint(with: ["UIKit", "AppKit", "SwiftUI"]) }
    let listed = files.filter { row.contains("`\(name($0))`") }
    #expect(naming.map(\.path) == listed.map(\.path))
    #expect(!naming.isEmpty && naming.count < files.count)
  }

  /// An application that copies these files may be compiled without `InternalImportsByDefault`. There it is an error if some
  /// files of a module name the access of an import, and others do not.
  @Test func filesToCopyNameTheAccessOfTheirImports() throws {
    let files = try SourceTree.files(
      under: ["Tools/feed-apple", "Tools/feed-list"], ending: ".swift")
    #expect(files.contains { !imports(of: $0).isEmpty })
    for file in files {
      for (index, line) in file.lines.enumerated() {
        #expect(line.prefixMatch(of: /\s*import\s/) == nil, "\(file.path):\(index + 1)")
      }
    }
  }

  /// An application brings the SQLite that GRDB uses, which may be another one than the system's. So the room that calls
  /// SQLite is one, and it verifies that this is the same.
  @Test func onlyTheStoreCallsSQLite() throws {
    let rooms = ["Sources/RosterStore/", "Tools/benchmark/"]
    var callCount = 0
    for file in try SourceTree.files(under: ["Sources", "Tools"], ending: ".swift") {
      let calls = file.lines.filter { line in
        !line.drop(while: \.isWhitespace).hasPrefix("//")
          && line.firstMatch(of: /\bsqlite3_\w+\(/) != nil
      }
      callCount += calls.count
      let others: Set = ["GRDBSQLite", "GRDBSQLCipher", "SQLCipher", "SQLite3"]
      #expect(imports(of: file).isDisjoint(with: others), "\(file.path)")
      if rooms.contains(where: file.path.hasPrefix) { continue }
      #expect(calls == [], "\(file.path)")
      #expect(!imports(of: file).contains("CSQLite"), "\(file.path)")
    }
    #expect(callCount > 0)
  }

  private func imports(of file: SourceTree.File) -> Set<String> {
    let pattern =
      /^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
    return Set(
      file.lines.compactMap { line in line.prefixMatch(of: pattern).map { String($0.1) } })
  }
}

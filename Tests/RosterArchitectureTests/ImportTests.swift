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

  private func imports(of file: SourceTree.File) -> Set<String> {
    let pattern =
      /^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
    return Set(
      file.lines.compactMap { line in line.prefixMatch(of: pattern).map { String($0.1) } })
  }
}

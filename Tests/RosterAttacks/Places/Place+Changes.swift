import Foundation
import GRDB
import RosterCore
import RosterStore
import RosterTestKit

/// What others do to the folder.
extension Place {
  // MARK: Links

  /// Gives a link another target, or makes one: to a file, another link, a folder, nothing, or itself.
  func changeLink() throws {
    let links = names.entries.filter(\.value.isLink).keys.sorted()
    var name = "link\(random.index(below: 8))"
    if let link = links.randomElement(using: &random), random.happens(percent: 50) { name = link }
    if random.happens(percent: 10), let beside = anyFile() {
      // Where SQLite keeps a log, or would.
      name = beside + (PlaceTree.companions.randomElement(using: &random) ?? "")
      let isThere = try withAllRights { access(names.path(name), F_OK) == 0 }
      if isThere, names.entries[name] == nil { return }
    }
    // A file that was made through a link may have got its name.
    if let entry = names.entries[name], !entry.isLink { return }
    var target = anyName()
    if random.happens(percent: 20) {
      target = PlaceNames.folders.randomElement(using: &random) ?? ""
    }
    if random.happens(percent: 10) { target = name }
    let up = name.contains("/") ? "../" : random.happens(percent: 30) ? "./" : ""
    let text = random.happens(percent: 50) ? names.path(target) : up + target
    trail.append("link \(name) to \(text)")
    try withAllRights {
      if names.entries.removeValue(forKey: name) != nil {
        try FileManager.default.removeItem(atPath: names.path(name))
      }
      try FileManager.default.createSymbolicLink(
        atPath: names.path(name), withDestinationPath: text)
    }
    names.entries[name] = .link(text)
  }

  /// Removes a link, for which what it leads to does not matter.
  func removeLink() throws {
    let links = names.entries.filter(\.value.isLink).keys.sorted()
    guard let name = links.randomElement(using: &random) else { return }
    trail.append("remove \(name)")
    names.entries[name] = nil
    try withAllRights { try FileManager.default.removeItem(atPath: names.path(name)) }
  }

  /// Gives a file another name, or takes it away.
  func changeHardLink() throws {
    guard let name = anyFile(), let number = names.number(of: name), modes[name] == nil else {
      return
    }
    let others = names.names(of: number).dropFirst()
    if let other = others.first {
      trail.append("remove the name \(other)")
      names.entries[other] = nil
      return try withAllRights { try FileManager.default.removeItem(atPath: names.path(other)) }
    }
    // The first of the names in their order is the one that stays.
    let other = "\(name)~\(trail.count)"
    trail.append("name \(name) \(other)")
    names.entries[other] = .lists(number)
    try withAllRights {
      try FileManager.default.linkItem(atPath: names.path(name), toPath: names.path(other))
    }
  }

  /// Puts a file there that is not Roster's.
  func addStranger() throws {
    let name = newName(random.happens(percent: 50) ? ".txt" : ".sqlite")
    trail.append("add \(name), which is no list")
    names.entries[name] = .stranger
    try withAllRights {
      try folder.write(
        String(repeating: "text ", count: 1 + random.index(below: 200)), to: name)
    }
  }

  /// Returns the name of a file with lists.
  private func anyFile() -> String? {
    names.entries.keys.filter { names.number(of: $0) != nil }.sorted()
      .randomElement(using: &random)
  }

  // MARK: Media

  /// Takes rights away from a file or a folder, or gives all back.
  func changeRights() throws {
    if random.happens(percent: 60), !modes.isEmpty {
      return try restoreRights()
    }
    let isFolder = random.happens(percent: 60)
    let name = isFolder ? PlaceNames.folders.randomElement(using: &random) : anyFile()
    guard let name, isFolder || names.number(of: name).map(isShared) == false else { return }
    let rights = (isFolder ? [0o555, 0o555, 0o000] : [0o444, 0o444, 0o000])
    let mode = rights.randomElement(using: &random) ?? 0
    trail.append("give \(name) the rights \(String(mode, radix: 8))")
    modes[name] = mode
    try withAllRights {}
  }

  func restoreRights() throws {
    trail.append("give all rights back")
    try withAllRights { modes = [:] }
    // SQLite gives a log the rights of its file.
    for name in names.entries.keys where names.number(of: name) != nil {
      for ending in PlaceTree.companions where names.entries[name + ending] == nil {
        try? setMode(0o644, of: name + ending)
      }
    }
  }

  /// Copies the files of a list that is open, as a process leaves them that is killed.
  func leaveLog() throws {
    guard let file = opened.randomElement(using: &random), let number = names.number(of: file.name)
    else { return }
    let name = newName()
    trail.append("copy \(file.name) with its log to \(name)")
    try withAllRights {
      for ending in ["", "-wal"] {
        let bytes = FileManager.default.contents(atPath: names.path(file.name + ending))
        try bytes?.write(to: URL(fileURLWithPath: names.path(name + ending)))
      }
    }
    let copy = lists.count
    lists[copy] = lists[number]
    names.entries[name] = .lists(copy)
  }

  // MARK: Applications

  /// Lets an application change what it keeps beside the lists.
  func changeForeign() throws {
    guard let name = anyFreeFile(), let number = names.number(of: name) else { return }
    trail.append("change the application's part of \(name)")
    var foreign = lists[number]?.foreign ?? ForeignSchema()
    let queue = try DatabaseQueue(
      path: names.path(name), configuration: ForeignSchema.configuration)
    try queue.write { database in
      for _ in 0...random.index(below: 4) { try foreign.change(database, &random) }
    }
    lists[number]?.foreignContents = try queue.read { try foreign.contents($0) }
    lists[number]?.foreign = foreign
    if fault == .foreignRow {
      try queue.write {
        try $0.execute(
          sql: """
            CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('stray')
            """)
      }
    }
    try queue.close()
    trail.append("check \(name)")
    try expectForeign(name)
  }

  /// Alters what belongs to the lists as well, which a check names, and takes it back.
  func touchOwn() throws {
    guard let name = anyFreeFile() else { return }
    let touches = [
      (
        "own_trigger", "CREATE TRIGGER own_trigger AFTER INSERT ON item BEGIN SELECT 1; END",
        "DROP TRIGGER own_trigger"
      ),
      (
        "section_of_list", "DROP INDEX section_of_list",
        "CREATE INDEX section_of_list ON section (list, ord)"
      ),
      (
        "item_key",
        "DROP INDEX item_key; CREATE INDEX item_key ON item (model_key)",
        "DROP INDEX item_key; CREATE INDEX item_key ON item (model_key) WHERE model_key IS NOT NULL"
      ),
    ]
    guard let touch = touches.randomElement(using: &random) else { return }
    trail.append("touch \(touch.0) in \(name)")
    let queue = try DatabaseQueue(
      path: names.path(name), configuration: ForeignSchema.configuration)
    defer { try? queue.close() }
    try queue.writeWithoutTransaction { try $0.execute(sql: touch.1) }
    let findings = try findings(in: names.path(name))
    try queue.writeWithoutTransaction { try $0.execute(sql: touch.2) }
    guard findings.contains(where: { $0.contains(touch.0) }) else {
      throw BrokenPromise("the check does not name \(touch.0): \(findings)")
    }
  }

  /// What a check of a file finds, or why the file is not opened.
  private func findings(in path: String) throws -> [String] {
    let store: SQLiteStore
    do throws(StorageError) {
      store = try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: true))
    } catch {
      return [error.message]
    }
    defer { try? store.close() }
    return try store.check().map(\.description)
  }

  /// Compares what an application keeps in a file with what it has written there.
  func expectForeign(_ name: String) throws {
    guard let number = names.number(of: name), let files = lists[number],
      let expected = files.foreignContents
    else { return }
    let queue = try DatabaseQueue(
      path: names.path(name), configuration: ForeignSchema.configuration)
    defer { try? queue.close() }
    let found = try queue.read { try files.foreign.contents($0) }
    if found != expected {
      let difference = Set(found).symmetricDifference(expected).sorted().first ?? "their order"
      throw BrokenPromise("what the application keeps in \(name) has changed: \(difference)")
    }
  }

  private func anyFreeFile() -> String? {
    names.entries.keys.filter { name in
      names.number(of: name).map { !isShared($0) && mayBeWritten(name) && companionsAreFiles(name) }
        ?? false
    }.sorted().randomElement(using: &random)
  }
}

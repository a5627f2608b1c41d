import Foundation
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport

/// What is done with lists.
extension Place {
  /// Writes lists under some name, through a file that is open or one that is opened for it.
  func write() throws {
    if let index = opened.indices.randomElement(using: &random), random.happens(percent: 60) {
      let file = opened[index]
      trail.append("write through \(file.path), which is open")
      guard let number = names.number(of: file.name), mayBeWritten(file.name) else { return }
      try expect(.done, naming: [file.path], changing: [file.name]) {
        try commit(to: file.store, number)
      }
      return
    }
    let path = names.path(anyName())
    trail.append("open \(path) for writing")
    let (outcome, name) = expectedOpening(path)
    let keeps = random.happens(percent: 30) && opened.count < 3
    try expect(outcome, naming: [path], changing: name.map { [$0] } ?? []) {
      let store = try SQLiteStore(path: path)
      guard let name else { return try store.close() }
      let number = add(name)
      try commit(to: store, number)
      if keeps {
        opened.append(Opened(path: path, name: name, store: store))
      } else {
        try store.close()
      }
    }
  }

  /// Closes a file.
  func close() throws {
    guard let index = opened.indices.randomElement(using: &random) else { return }
    let file = opened.remove(at: index)
    trail.append("close \(file.path)")
    try expect(.done, naming: [file.path], changing: [file.name]) { try file.store.close() }
  }

  /// Returns what becomes of opening a path for writing, and the name of the file that is then written.
  private func expectedOpening(_ path: String) -> (Outcome, name: String?) {
    switch destination(of: path) {
    case .unreachable: return (.refused, nil)
    case .nothing(let name): return (canBeCreated(name) ? .done : .refused, name)
    case .file(let name):
      guard let number = names.number(of: name) else { return (.refused, name) }
      return (isFree(name, number) ? .done : .refused, name)
    }
  }

  /// Whether a file can be written under a name.
  private func isFree(_ name: String, _ number: Int) -> Bool {
    mayBeWritten(name) && !isShared(number) && companionsAreFiles(name)
  }

  /// Whether a file has several names: SQLite keeps a log for each, and knows nothing of the others.
  func isShared(_ number: Int) -> Bool { names.names(of: number).count > 1 }

  private func canBeCreated(_ name: String) -> Bool {
    modes[PlaceNames.folder(of: name)] == nil && companionsAreFiles(name)
      && !["-wal", "-shm", "-journal"].contains(where: name.hasSuffix)
  }

  /// Whether no link stands where SQLite keeps the log: it would be written through it.
  func companionsAreFiles(_ name: String) -> Bool {
    PlaceTree.companions.allSatisfy { names.entries[name + $0] == nil }
  }

  /// Returns the number of the lists under a name, which may be new.
  private func add(_ name: String) -> Int {
    if let number = names.number(of: name) { return number }
    let number = lists.count
    lists[number] = Lists()
    names.entries[name] = .lists(number)
    return number
  }

  private func commit(to store: SQLiteStore, _ number: Int) throws {
    let listName = ["main", "other", "naïve \"list\""].randomElement(using: &random) ?? ""
    guard let list = try store.list(named: listName) else { return }
    var naive = lists[number]?.lists[listName] ?? NaiveList()
    lists[number]?.lists[listName] = naive
    var changesets: [Changeset<String, String>] = []
    var generator = RandomChangesets(seed: random.next())
    for _ in 0...random.index(below: 3) {
      let changeset = generator.valid(for: naive.counts).changeset(models: "\(naive.revision + 1):")
      naive = try naive.applying(changeset)
      changesets.append(changeset)
    }
    if fault != .lostCommit { _ = try list.commit(changesets, on: list.load()) }
    lists[number]?.lists[listName] = naive
  }

  // MARK: Reading

  /// Opens a path for reading, and compares what is there.
  func read() throws {
    let path = names.path(anyName())
    trail.append("read \(path)")
    try expect(expectedReading(path), naming: [path]) {
      let store = try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: true))
      defer { try? store.close() }
      guard let number = number(at: path) else { return }
      try expectContents(of: store, number)
    }
  }

  func destination(of path: String) -> PlaceNames.Destination {
    names.destination(of: String(path.dropFirst(names.root.count)))
  }

  /// Returns the number of the lists at a path.
  private func number(at path: String) -> Int? {
    guard case .file(let name) = destination(of: path) else { return nil }
    return names.number(of: name)
  }

  /// - Parameter isSalvage: Whether only bytes are read, for which no name matters.
  private func expectedReading(_ path: String, isSalvage: Bool = false) -> Outcome {
    guard case .file(let name) = destination(of: path), let number = names.number(of: name),
      companionsAreFiles(name), isSalvage || !isShared(number)
    else { return .refused }
    return mayBeWritten(name) ? .done : .either
  }

  /// Compares all that a file says with the model.
  func expectContents(of store: SQLiteStore, _ number: Int) throws {
    let findings = try store.check()
    guard findings.isEmpty else { throw BrokenPromise("the check finds \(findings)") }
    let expected = lists[number]?.lists ?? [:]
    let found = try store.lists().map(\.name)
    guard Set(found) == Set(expected.keys) else {
      throw BrokenPromise("there are the lists \(found), not \(expected.keys.sorted())")
    }
    for (name, naive) in expected {
      guard let list = try store.list(named: name, create: false) else { continue }
      if let difference = try StoredContents(list).difference(from: StoredContents(naive)) {
        throw BrokenPromise("list \"\(name)\": \(difference)")
      }
    }
  }

  // MARK: Making others

  /// Compacts the lists of a file, and perhaps rewrites it.
  func compact() throws {
    let path = names.path(anyName())
    let vacuums = random.happens(percent: 40)
    trail.append("compact \(path)\(vacuums ? ", and vacuum" : "")")
    let (outcome, written) = expectedOpening(path)
    guard let name = written, let number = names.number(of: name) else { return }
    var file: SQLiteStore?
    defer { try? file?.close() }
    try expect(outcome, naming: [path], changing: [name]) {
      file = try SQLiteStore(path: path)
      for summary in try file?.lists() ?? [] {
        try file?.list(named: summary.name)?.compact(JournalRetention(revisionCountMax: 2))
      }
    }
    guard vacuums, let store = file else { return }
    let isOrdered = lists[number]?.foreign.hasOwnOrder == true
    try expect(isOrdered ? .either : .done, naming: [path], changing: [name]) { try store.vacuum() }
  }

  /// Salvages or copies the lists of a file into a new one.
  func duplicate() throws {
    let source = names.path(anyName())
    let target = names.path(anyName())
    let number = number(at: source)
    // A salvage reads a file that this process does not have open.
    let salvages =
      random.happens(percent: 50) && !opened.contains { names.number(of: $0.name) == number }
    trail.append("\(salvages ? "salvage" : "copy") \(source) into \(target)")
    guard case .nothing(let name) = destination(of: target), canBeCreated(name) else {
      try expect(.refused, naming: [source, target], isReading: true) {
        try duplicate(source, into: target, salvages: salvages)
      }
      return
    }
    var isComplete = false
    try expect(
      expectedReading(source, isSalvage: salvages), naming: [source, target], changing: [name],
      isReading: true
    ) {
      isComplete = try duplicate(source, into: target, salvages: salvages)
      guard let number else { return }
      if !isComplete {
        guard isShared(number) else { throw BrokenPromise("something is lost of a sound file") }
        return try FileManager.default.removeItem(atPath: names.path(name))
      }
      let (copy, copied) = (add(name), lists[number]?.lists ?? [:])
      lists[copy]?.lists = copied
      let store = try SQLiteStore(path: target)
      defer { try? store.close() }
      try expectContents(of: store, copy)
    }
  }

  /// - Returns: Whether the new file is said to have everything.
  @discardableResult
  private func duplicate(_ source: String, into target: String, salvages: Bool) throws -> Bool {
    if salvages { return try SQLiteStore.salvage(source, into: target).isComplete }
    let file = try SQLiteStore(path: source, configuration: SQLiteConfiguration(isReadOnly: true))
    defer { try? file.close() }
    let unfinished = try UnfinishedFile(beside: target)
    do {
      let copy = try SQLiteStore(path: unfinished.path)
      let staged = try StagedLists(nil, of: file)
      for list in try staged.store.lists() {
        try staged.copy(list.name, to: copy, as: list.name, behind: 0)
      }
      try copy.close()
      try unfinished.finish()
    } catch {
      unfinished.remove()
      throw error
    }
    return true
  }
}

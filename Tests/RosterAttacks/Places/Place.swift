import Foundation
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport

/// A folder with lists under many names, and what must be in it.
///
/// Each step does something and compares the folder with the model. What a step did is the last line of
/// `trail`.
final class Place {
  /// A file with lists.
  struct Lists {
    /// The lists by name, as their naive models say.
    var lists: [String: NaiveList<String, String>] = [:]
    /// What the application keeps beside them.
    var foreign = ForeignSchema()
    /// What the application last found there.
    var foreignContents: [String]?
  }

  /// A file that stays open.
  struct Opened {
    let path: String
    /// The name that the path led to.
    let name: String
    let store: SQLiteStore
  }

  let folder: TemporaryFolder
  let fault: PlaceAttack.PlantedFault?
  var random: SplitMix64
  var names: PlaceNames
  var lists: [Int: Lists] = [:]
  var opened: [Opened] = []
  /// The rights of files and folders that have not all of them.
  var modes: [String: Int] = [:] {
    didSet { names.closedFolders = Set(PlaceNames.folders.filter { modes[$0] == 0 }) }
  }
  var trail: [String] = []
  private var nameCount = 0

  init(seed: UInt64, fault: PlaceAttack.PlantedFault?) throws {
    folder = try TemporaryFolder()
    self.fault = fault
    random = SplitMix64(seed: seed)
    names = PlaceNames(root: folder.path)
    for name in PlaceNames.folders {
      try FileManager.default.createDirectory(
        atPath: names.path(name), withIntermediateDirectories: false)
    }
  }

  // MARK: Names

  /// Returns a name that nothing has.
  func newName(_ ending: String = ".sqlite") -> String {
    nameCount += 1
    let folder = PlaceNames.folders.randomElement(using: &random) ?? ""
    return "\(folder)/\(nameCount)\(ending)"
  }

  /// Returns a name by which something may be reached: one that is there, or a new one, perhaps through a
  /// folder that is a link.
  func anyName() -> String {
    let known = names.entries.filter { $0.value != .folder }.keys.sorted()
    guard let name = known.randomElement(using: &random), random.happens(percent: 85) else {
      return newName()
    }
    let links = names.entries.keys.filter {
      names.destination(of: $0 + "/x") == .nothing(PlaceNames.folder(of: name) + "/x")
    }.sorted()
    guard let link = links.randomElement(using: &random), name.contains("/") else { return name }
    return link + name.drop { $0 != "/" }
  }

  // MARK: Rights

  /// Gives back all rights while something looks at all files.
  @discardableResult
  func withAllRights<Value>(_ body: () throws -> Value) throws -> Value {
    // A folder stands before its files.
    for name in modes.keys.sorted() {
      try setMode(names.entries[name] == .folder ? 0o755 : 0o644, of: name)
    }
    defer {
      for (name, mode) in modes.sorted(by: { $0.key > $1.key }) { try? setMode(mode, of: name) }
    }
    return try body()
  }

  func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: names.path(name))
  }

  func mayBeWritten(_ name: String) -> Bool {
    modes[name] == nil && modes[PlaceNames.folder(of: name)] == nil
  }

  // MARK: Expectations

  /// What must become of something that is done with a file.
  enum Outcome {
    case done
    case refused
    case either
  }

  /// Does something with a path, and compares the folder before and after.
  ///
  /// - Parameters:
  ///   - paths: Of these an error names one.
  ///   - changed: The names whose files may have other bytes if it is done.
  ///   - isReading: Whether a list may have been read, beside which SQLite leaves a log and its index.
  func expect(
    _ outcome: Outcome, naming paths: [String], changing changed: Set<String> = [],
    isReading: Bool = false, _ body: () throws -> Void
  ) throws {
    let before = try withAllRights { try PlaceTree(names.root) }
    var isDone = false
    do {
      try body()
      isDone = true
      trail[trail.count - 1] += ": done"
    } catch let error as StorageError {
      trail[trail.count - 1] += ": \(error.code)"
      guard paths.contains(where: { error.message.contains($0) }) else {
        throw BrokenPromise("the error does not name \(paths): \(error)")
      }
      if outcome == .done { throw BrokenPromise("it must be done: \(error)") }
    }
    if isDone, outcome == .refused { throw BrokenPromise("it must be refused, and is done") }
    if fault == .strayFile { try folder.write("stray", to: "home/stray") }
    let after = try withAllRights { try PlaceTree(names.root) }
    try compare(after, with: before, changed: isDone ? changed : [], isDone, isReading || isDone)
  }

  private func compare(
    _ after: PlaceTree, with before: PlaceTree, changed: Set<String>, _ isDone: Bool,
    _ isReading: Bool
  ) throws {
    var companions = Set<String>()
    for (name, entry) in names.entries {
      guard case .lists = entry, isReading, modes[PlaceNames.folder(of: name)] == nil else {
        continue
      }
      companions.formUnion(PlaceTree.companions.map { name + $0 })
    }
    let changed = changed.union(
      changed.compactMap(names.number).flatMap { names.names(of: $0) })
    let mayChange = changed.union(
      changed.flatMap { name in PlaceTree.companions.map { name + $0 } })
    if let difference = after.difference(
      from: before.without(mayChange), mayAppear: mayChange.union(companions))
    {
      throw BrokenPromise("\(isDone ? "it is done" : "it is refused"), and \(difference)")
    }
  }
}

public import CRoster
internal import Dispatch
internal import RosterConcurrency
internal import RosterCore
internal import RosterDerived
internal import RosterEngine
internal import RosterJSON
internal import RosterRows
internal import RosterStore

/// A file, or a place in memory.
///
/// Its connections are closed when the handle and those of its lists are.
final class OpenedFile: Handled {
  static var title: String { "a file" }

  let store: SQLiteStore
  let isInMemory: Bool

  init(_ store: SQLiteStore, isInMemory: Bool) {
    self.store = store
    self.isInMemory = isInMemory
  }

  func close() {}

  deinit { try? store.close() }
}

/// See `roster_default_file_options` in `roster.h`.
@c @implementation
public func roster_default_file_options() -> roster_file_options {
  roster_file_options(
    size: MemoryLayout<roster_file_options>.size, is_durable: 0, is_read_only: 0, may_create: 1,
    busy_timeout: 5_000)
}

/// Returns options whose size is that of this version.
private func known<Options>(
  _ options: UnsafePointer<Options>?, _ size: KeyPath<Options, Int>, else standard: Options
) throws(Failure) -> Options {
  guard let options else { return standard }
  guard options.pointee[keyPath: size] == MemoryLayout<Options>.size else {
    throw Failure(
      ROSTER_INVALID_ARGUMENT,
      "options have the size \(options.pointee[keyPath: size]), and this version of the library knows "
        + "\(MemoryLayout<Options>.size); begin with the default options", part: "options.size")
  }
  return options.pointee
}

/// See `roster_open` in `roster.h`.
@c @implementation
public func roster_open(
  _ path: roster_text, _ options: UnsafePointer<roster_file_options>?,
  _ file: UnsafeMutablePointer<roster_file>?
) -> roster_code {
  call {
    let target = try required(file, "file")
    let options = try known(options, \.size, else: roster_default_file_options())
    guard options.busy_timeout >= 0 else {
      throw Failure(
        ROSTER_INVALID_ARGUMENT, "a time is not negative", part: "options.busy_timeout")
    }
    var configuration = SQLiteConfiguration(
      durability: options.is_durable != 0 ? .full : .normal,
      busyTimeout: Double(options.busy_timeout) / 1_000, isReadOnly: options.is_read_only != 0)
    if options.may_create == 0 { configuration.createsFile = false }
    let store = try SQLiteStore(path: path.string("path"), configuration: configuration)
    target.pointee = Handles.add(OpenedFile(store, isInMemory: false))
  }
}

/// See `roster_open_in_memory` in `roster.h`.
@c @implementation
public func roster_open_in_memory(_ file: UnsafeMutablePointer<roster_file>?) -> roster_code {
  call {
    try required(file, "file").pointee = Handles.add(
      OpenedFile(.inMemory(), isInMemory: true))
  }
}

/// See `roster_file_lists` in `roster.h`.
@c @implementation
public func roster_file_lists(
  _ file: roster_file, _ lists: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let target = try required(lists, "lists")
    let lists = try Handles.find(file, as: OpenedFile.self).store.lists()
    try give(
      .array(
        lists.map {
          [
            "name": .string($0.name), "revision": .integer($0.revision),
            "sections": .integer($0.sectionCount), "items": .integer($0.itemCount),
          ]
        }), to: target)
  }
}

/// See `roster_file_remove_list` in `roster.h`.
@c @implementation
public func roster_file_remove_list(_ file: roster_file, _ name: roster_text) -> roster_code {
  call {
    let file = try Handles.find(file, as: OpenedFile.self)
    try file.store.removeList(named: name.listName(in: file))
  }
}

/// See `roster_file_check` in `roster.h`.
@c @implementation
public func roster_file_check(
  _ file: roster_file, _ findings: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let target = try required(findings, "findings")
    let found = try Handles.find(file, as: OpenedFile.self).store.check()
    try give(.array(found.map { .string($0.description) }), to: target)
  }
}

// MARK: Lists

extension roster_text {
  /// The name of a list.
  ///
  /// - Throws: `ROSTER_INVALID_ARGUMENT` if no list can have it.
  func listName(in file: OpenedFile) throws -> String {
    let name = try string("name")
    do throws(StorageError) {
      try name.requireListName(in: file.store.path)
    } catch {
      throw Failure(ROSTER_INVALID_ARGUMENT, error.message, part: "name")
    }
    return name
  }
}

/// A list, with the file that it is in.
final class OpenedList: Handled {
  static var title: String { "a list" }

  let file: OpenedFile
  let name: String
  let list: JSONList
  let key: KeyMember?
  /// What keeps the list up; `nil` if it is not derived from another one.
  let derived: JSONDerivedList?
  /// Whether it is a derived list that can be searched.
  let isSearched: Bool

  init(_ file: OpenedFile, named name: String, _ list: JSONList, _ key: KeyMember?) {
    self.file = file
    self.name = name
    self.list = list
    self.key = key
    (derived, isSearched) = (nil, false)
  }

  init(_ file: OpenedFile, named name: String, _ derived: JSONDerivedList, isSearched: Bool) {
    self.file = file
    self.name = name
    list = derived.list
    key = nil
    self.derived = derived
    self.isSearched = isSearched
  }

  func close() throws {
    try waiting { [list, derived] in
      if let derived { await derived.close() } else { await list.close() }
    }
  }
}

/// Waits on the calling thread, which is none of Swift's tasks, for something asynchronous.
///
/// - Throws: What it throws.
func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
  let end = DispatchSemaphore(value: 0)
  let failure = Guarded<(any Error)?>(nil)
  Task.detached {
    do { try await body() } catch { failure.withLock { $0 = error } }
    end.signal()
  }
  end.wait()
  if let failure = failure.withLock({ $0 }) { throw failure }
}

/// See `roster_default_list_options` in `roster.h`.
@c @implementation
public func roster_default_list_options() -> roster_list_options {
  roster_list_options(
    size: MemoryLayout<roster_list_options>.size, key: roster_text(), is_shared: 1, may_create: 1)
}

/// Where the models of a list have the keys of its items: `id`, `author.id`.
struct KeyMember: Sendable {
  let path: String
  private let member: JSONMember

  init(_ path: String) throws(Failure) {
    self.path = path
    guard let member = JSONMember(path: path) else {
      throw Failure(
        ROSTER_INVALID_ARGUMENT, "a member has a name, which \(path.inQuotes) leaves out",
        part: "options.key")
    }
    self.member = member
  }

  /// Verifies by the first item that the list has these keys: by another member, new items would get keys of another
  /// kind.
  func verify(_ snapshot: JSONList.Snapshot) throws {
    let section = (0..<snapshot.sectionCount).first { snapshot.itemCount(inSection: $0) > 0 }
    guard let section, let item = try snapshot.item(at: ItemPath(section: section, item: 0)) else {
      return
    }
    let found = (try? key(of: item.model)).flatMap { try? snapshot.item(key: $0) }
    guard found?.id == item.id else {
      throw Failure(
        ROSTER_INVALID_ARGUMENT,
        "\(item.id) has another key in the list than at \(path); open it with the key that it was made with",
        part: "options.key")
    }
  }

  func key(of model: JSONValue) throws(StorageError) -> ModelKey {
    let value = member.value(in: model)
    if let text = value?.stringValue { return .text(text) }
    if let number = value?.integer(as: Int.self) { return .integer(number) }
    throw StorageError(
      .unencodable,
      "a model has neither a text nor an integer of 64 bits at \(path), which is the key of the items"
    )
  }
}

/// See `roster_list_open` in `roster.h`.
@c @implementation
public func roster_list_open(
  _ file: roster_file, _ name: roster_text, _ options: UnsafePointer<roster_list_options>?,
  _ list: UnsafeMutablePointer<roster_list>?
) -> roster_code {
  call {
    let target = try required(list, "list")
    let options = try known(options, \.size, else: roster_default_list_options())
    let file = try Handles.find(file, as: OpenedFile.self)
    let name = try name.listName(in: file)
    let path = try options.key.string("options.key")
    let key = path.isEmpty ? nil : try KeyMember(path)
    guard let stored = try file.store.list(named: name, create: options.may_create != 0) else {
      throw Failure(
        ROSTER_UNREADABLE, "\(file.store.path): there is no list \(name.inQuotes)", part: "name")
    }
    try stored.requireModels(ofListNamed: name)
    var configuration = DataSourceConfiguration()
    configuration.isShared = options.is_shared != 0 && !file.isInMemory
    let opened = try JSONList(
      storage: stored, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
      failableKey: key?.key, configuration: configuration)
    if let key { try key.verify(opened.snapshot) }
    target.pointee = Handles.add(OpenedList(file, named: name, opened, key))
  }
}

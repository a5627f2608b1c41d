public import CRoster
internal import Dispatch
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterLog

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

// MARK: Subscribing

/// Batches that a program pulls, and a descriptor that tells when it can.
///
/// A task takes one batch ahead of the program and no more, so a program that pulls slowly costs no memory:
///
///     the task    takes batch 7, puts it here, writes a byte into the pipe, waits
///     the program sees that the pipe is readable, takes batch 7 and the byte
///     the task    takes batch 8 …
final class PulledBatches: Handled {
  static var title: String { "a subscription" }

  private struct State {
    var ready: Result<JSONList.Batch, Failure>?
    /// Wakes the task when the batch was taken.
    var taken: CheckedContinuation<Void, Never>?
    var isClosed = false
  }

  private let owner: OpenedList
  private let state = Guarded(State())
  private let pipe: Pipe
  private let task: Guarded<Task<Void, Never>?> = Guarded(nil)

  /// - Parameter revision: The revision that the program has; `nil` for the newest one.
  init(_ owner: OpenedList, after revision: Revision?) throws {
    self.owner = owner
    pipe = try Pipe()
    let batches = try owner.list.batches(after: revision)
    let task = Task.detached { [weak self] in
      do {
        while let batch = try await batches.next() {
          guard await self?.put(.success(batch)) == true else { return }
        }
        await self?.put(.failure(Failure(ROSTER_CLOSED, "the list is closed")))
      } catch {
        await self?.put(.failure(Failure(error)))
      }
    }
    self.task.withLock { $0 = task }
  }

  deinit { task.withLock { $0?.cancel() } }

  var descriptor: CInt { pipe.reading }

  /// Puts a batch where the program takes it, and waits until it has.
  ///
  /// - Returns: Whether there is to be another one.
  @discardableResult
  private func put(_ result: Result<JSONList.Batch, Failure>) async -> Bool {
    let isOpen = state.withLock { state in
      if state.isClosed { return false }
      state.ready = result
      // Under the lock, so that the byte is there before the batch can be taken with it.
      pipe.signal()
      return true
    }
    guard isOpen else { return false }
    guard case .success = result else { return false }
    await withCheckedContinuation { continuation in
      let isTaken = state.withLock { state in
        if state.ready == nil || state.isClosed { return true }
        state.taken = continuation
        return false
      }
      if isTaken { continuation.resume() }
    }
    return state.withLock { !$0.isClosed }
  }

  /// Takes the next batch.
  ///
  /// - Parameter timeout: How long to wait in milliseconds; for ever if it is negative.
  func next(timeout: Int) throws -> JSONList.Batch {
    let deadline = ContinuousClock.now + .milliseconds(max(0, timeout))
    while true {
      let taken: (Result<JSONList.Batch, Failure>, CheckedContinuation<Void, Never>?)? =
        try state.withLock { state throws(Failure) in
          if state.isClosed { throw Failure(ROSTER_CLOSED, "the subscription is closed") }
          guard let ready = state.ready else { return nil }
          // The end stays: a program that asks again gets it again.
          guard case .success = ready else { return (ready, nil) }
          defer { (state.ready, state.taken) = (nil, nil) }
          pipe.clear()
          return (ready, state.taken)
        }
      if let (result, continuation) = taken {
        continuation?.resume()
        return try result.get()
      }
      let rest = deadline - ContinuousClock.now
      guard timeout < 0 || rest > .zero else {
        throw Failure(ROSTER_TIMEOUT, "no batch has come within \(timeout) ms")
      }
      pipe.wait(milliseconds: timeout < 0 ? -1 : rest.milliseconds)
    }
  }

  func close() throws {
    let task = task.withLock { $0 }
    task?.cancel()
    let continuation = state.withLock { state in
      state.isClosed = true
      // A thread that waits looks again.
      pipe.signal()
      defer { (state.ready, state.taken) = (nil, nil) }
      return state.taken
    }
    continuation?.resume()
    // From then on the list keeps no revision for it.
    if let task { try waiting { await task.value } }
  }
}

extension Duration {
  /// The milliseconds, rounded up.
  fileprivate var milliseconds: Int {
    Int(components.seconds) * 1_000
      + Int((components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

/// A pipe that is readable while something waits.
private final class Pipe: Sendable {
  let reading: CInt
  private let writing: CInt

  init() throws(Failure) {
    var ends: [CInt] = [-1, -1]
    #if os(Linux)
      // With its flags at once, so that no program which another thread starts gets the descriptors.
      let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
      let code = socketpair(AF_UNIX, CInt(kind), 0, &ends)
    #else
      let code = pipe(&ends)
    #endif
    guard code == 0 else {
      throw Failure(ROSTER_FAILED, "no descriptor can be had: \(String(cString: strerror(errno)))")
    }
    (reading, writing) = (ends[0], ends[1])
    #if !os(Linux)
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    #endif
  }

  deinit {
    close(reading)
    close(writing)
  }

  func signal() {
    var byte: UInt8 = 1
    // A full pipe is readable anyway.
    _ = write(writing, &byte, 1)
  }

  func clear() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(reading, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
  }

  /// Waits until it is readable.
  func wait(milliseconds: Int) {
    var descriptor = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    _ = poll(&descriptor, 1, CInt(clamping: milliseconds))
  }
}

/// See `roster_subscribe` in `roster.h`.
@c @implementation
public func roster_subscribe(
  _ list: roster_list, _ revision: Int64,
  _ subscription: UnsafeMutablePointer<roster_subscription>?
) -> roster_code {
  call {
    let target = try required(subscription, "subscription")
    let owner = try Handles.find(list, as: OpenedList.self)
    target.pointee = Handles.add(try PulledBatches(owner, after: named(revision)))
  }
}

/// See `roster_subscription_descriptor` in `roster.h`.
@c @implementation
public func roster_subscription_descriptor(
  _ subscription: roster_subscription, _ descriptor: UnsafeMutablePointer<Int32>?
) -> roster_code {
  call {
    let target = try required(descriptor, "descriptor")
    target.pointee = try Handles.find(subscription, as: PulledBatches.self).descriptor
  }
}

/// See `roster_next` in `roster.h`.
@c @implementation
public func roster_next(
  _ subscription: roster_subscription, _ timeout: Int64,
  _ batch: UnsafeMutablePointer<roster_batch>?
) -> roster_code {
  call {
    let target = try required(batch, "batch")
    guard timeout >= -1 else {
      throw Failure(
        ROSTER_INVALID_ARGUMENT, "a time is not negative; -1 waits for ever", part: "timeout")
    }
    let pulled = try Handles.find(subscription, as: PulledBatches.self)
    target.pointee = Handles.add(
      OpenedBatch(pulled.list, try pulled.next(timeout: Int(clamping: timeout))))
  }
}

// MARK: One batch

/// A batch, with its operations.
final class OpenedBatch: Handled {
  static var title: String { "a batch" }

  let owner: OpenedList
  let batch: JSONList.Batch
  private let knownOperations = Known<[OutlineOperation]>()
  private let knownReplacements = Known<[OffsetReplacement]>()
  private let knownUpdates = Known<[Int]>()

  init(_ owner: OpenedList, _ batch: JSONList.Batch) {
    self.owner = owner
    self.batch = batch
  }

  /// The operations without models, which are found when a program asks for those of one operation. A view that shows
  /// a few rows asks for none of the others.
  var operations: [OutlineOperation] { knownOperations.value { batch.changes.outlineOperations } }

  /// Returns an operation that the batch has.
  func operation(_ index: Int64) throws(Failure) -> OutlineOperation {
    let operations = operations
    guard let index = Int(exactly: index), operations.indices.contains(index) else {
      throw Failure(
        ROSTER_INVALID_ARGUMENT,
        "there is no operation \(index); the batch has \(operations.count)", part: "operation")
    }
    return operations[index]
  }

  var replacements: [OffsetReplacement] {
    knownReplacements.value { batch.changes.offsetReplacements }
  }

  var updatedOffsets: [Int] { knownUpdates.value { batch.changes.updatedOffsets } }

  func close() {}
}

/// A value that is made when it is asked for first.
private final class Known<Value: Sendable>: Sendable {
  private let known = Guarded<Value?>(nil)

  func value<Thrown>(_ make: () throws(Thrown) -> Value) throws(Thrown) -> Value {
    try known.withLock { known throws(Thrown) in
      if let known { return known }
      let made = try make()
      known = made
      return made
    }
  }
}

extension PulledBatches {
  /// The list whose batches these are.
  var list: OpenedList { owner }
}

/// See `roster_batch_describe` in `roster.h`.
@c @implementation
public func roster_batch_describe(
  _ batch: roster_batch, _ info: UnsafeMutablePointer<roster_batch_info>?
) -> roster_code {
  call {
    let target = try required(info, "info")
    let opened = try Handles.find(batch, as: OpenedBatch.self)
    target.pointee = roster_batch_info(
      source_revision: Int64(opened.batch.changes.sourceRevision),
      target_revision: Int64(opened.batch.changes.targetRevision),
      operations: Int64(opened.operations.count))
  }
}

/// See `roster_batch_json` in `roster.h`.
@c @implementation
public func roster_batch_json(
  _ batch: roster_batch, _ line: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let target = try required(line, "line")
    let batch = try Handles.find(batch, as: OpenedBatch.self).batch
    var bytes: [UInt8] = []
    BatchWriter.append(batch.changes, states: try batch.loggedStates, to: &bytes)
    // A line of a file ends with one.
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    try give(bytes, to: target)
  }
}

extension roster_operation {
  fileprivate init(_ operation: OutlineOperation) {
    self.init(kind: 0, section: -1, start: -1, count: -1, target_section: -1, target: -1)
    switch operation {
    case .removeItems(let section, let range):
      set(ROSTER_REMOVE_ITEMS, section: section, range.lowerBound, range.count)
    case .removeSections(let range): set(ROSTER_REMOVE_SECTIONS, range.lowerBound, range.count)
    case .insertSections(let start, let insertions):
      set(ROSTER_INSERT_SECTIONS, start, insertions.count)
    case .moveSection(let source, let target):
      set(ROSTER_MOVE_SECTION, source, 1)
      self.target = Int64(target)
    case .insertItems(let section, let start, let insertions):
      set(ROSTER_INSERT_ITEMS, section: section, start, insertions.count)
    case .moveItem(let source, let target):
      set(ROSTER_MOVE_ITEM, section: source.section, source.item, 1)
      (target_section, self.target) = (Int64(target.section), Int64(target.item))
    case .updateItems(let section, let start, let updates):
      set(ROSTER_UPDATE_ITEMS, section: section, start, updates.count)
    case .updateSection(let section, _): set(ROSTER_UPDATE_SECTION, section, 1)
    }
  }

  private mutating func set(_ kind: Int, section: Int = -1, _ start: Int, _ count: Int) {
    self.kind = Int32(kind)
    (self.section, self.start, self.count) = (Int64(section), Int64(start), Int64(count))
  }
}

/// See `roster_batch_operations` in `roster.h`.
@c @implementation
public func roster_batch_operations(
  _ batch: roster_batch, _ start: Int64, _ operations: UnsafeMutablePointer<roster_operation>?,
  _ count: Int, _ copied: UnsafeMutablePointer<Int>?
) -> roster_code {
  call {
    let all = try Handles.find(batch, as: OpenedBatch.self).operations
    try copy(all, from: start, count, to: operations, "operations", copied) { roster_operation($0) }
  }
}

/// Copies elements, from a place on and as many as fit.
private func copy<Element, Copy>(
  _ elements: [Element], from start: Int64, _ count: Int, to target: UnsafeMutablePointer<Copy>?,
  _ name: String, _ copied: UnsafeMutablePointer<Int>?, _ copy: (Element) -> Copy
) throws(Failure) {
  let copiedCount = try required(copied, "copied")
  let rest = try elements[existingRange(start, count, of: elements.count)]
  if !rest.isEmpty {
    let target = try required(target, name)
    for (index, element) in rest.enumerated() { target[index] = copy(element) }
  }
  copiedCount.pointee = rest.count
}

/// See `roster_batch_replacements` in `roster.h`.
@c @implementation
public func roster_batch_replacements(
  _ batch: roster_batch, _ start: Int64,
  _ replacements: UnsafeMutablePointer<roster_replacement>?, _ count: Int,
  _ copied: UnsafeMutablePointer<Int>?
) -> roster_code {
  call {
    let all = try Handles.find(batch, as: OpenedBatch.self).replacements
    try copy(all, from: start, count, to: replacements, "replacements", copied) {
      roster_replacement(
        source_start: Int64($0.sourceOffsets.lowerBound), removed: Int64($0.sourceOffsets.count),
        target_start: Int64($0.targetOffsets.lowerBound), inserted: Int64($0.targetOffsets.count))
    }
  }
}

/// See `roster_batch_updates` in `roster.h`.
@c @implementation
public func roster_batch_updates(
  _ batch: roster_batch, _ start: Int64, _ offsets: UnsafeMutablePointer<Int64>?, _ count: Int,
  _ copied: UnsafeMutablePointer<Int>?
) -> roster_code {
  call {
    let all = try Handles.find(batch, as: OpenedBatch.self).updatedOffsets
    try copy(all, from: start, count, to: offsets, "offsets", copied) { Int64($0) }
  }
}

/// See `roster_batch_models` in `roster.h`.
@c @implementation
public func roster_batch_models(
  _ batch: roster_batch, _ operation: Int64, _ models: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let target = try required(models, "models")
    let opened = try Handles.find(batch, as: OpenedBatch.self)
    let changeset = opened.batch.changes.changeset
    let values: [JSONValue]
    switch try opened.operation(operation) {
    case .insertItems(_, _, let insertions): values = Array(changeset.insertedModels[insertions])
    case .updateItems(_, _, let updates):
      let models = changeset.updatedModels
      values = updates.map { models[$0] }
    case .insertSections(_, let insertions):
      values = changeset.insertedSectionModels[insertions].map { $0 ?? .null }
    case .updateSection(_, let update): values = [changeset.updatedSectionModels[update] ?? .null]
    case .removeItems, .removeSections, .moveSection, .moveItem: values = []
    }
    try give(.array(values), to: target)
  }
}

/// See `roster_batch_ids` in `roster.h`.
@c @implementation
public func roster_batch_ids(
  _ batch: roster_batch, _ operation: Int64, _ start: Int64, _ ids: UnsafeMutablePointer<Int64>?,
  _ count: Int, _ copied: UnsafeMutablePointer<Int>?
) -> roster_code {
  call {
    let opened = try Handles.find(batch, as: OpenedBatch.self)
    let changes = opened.batch.changes
    let planned = try opened.operation(operation)
    // Only what is copied is read: a program that copies a few at a time reads each id once.
    let range = try existingRange(start, count, of: planned.modelCount)
    let identities: [Int]
    switch planned {
    case .insertItems(_, _, let insertions):
      identities = try changes.insertedItemIDs(insertions.part(range)).map(\.rawValue)
    case .updateItems(_, _, let updates):
      identities = try changes.updatedItemIDs(updates.part(range)).map(\.rawValue)
    case .insertSections(_, let insertions):
      identities = changes.insertedSectionIDs(insertions.part(range)).compactMap { $0?.rawValue }
    case .updateSection(_, let update):
      identities = range.compactMap { _ in changes.updatedSectionID(update)?.rawValue }
    case .removeItems, .removeSections, .moveSection, .moveItem: identities = []
    }
    try copy(identities, from: 0, count, to: ids, "ids", copied) { Int64($0) }
  }
}

extension RandomAccessCollection {
  /// Returns the elements at some places, counted from the first one.
  fileprivate func part(_ places: Range<Int>) -> SubSequence {
    dropFirst(places.lowerBound).prefix(places.count)
  }
}

/// See `roster_batch_target` in `roster.h`.
@c @implementation
public func roster_batch_target(
  _ batch: roster_batch, _ section: Int64, _ item: Int64,
  _ targetSection: UnsafeMutablePointer<Int64>?, _ targetItem: UnsafeMutablePointer<Int64>?
) -> roster_code {
  call {
    let changes = try Handles.find(batch, as: OpenedBatch.self).batch.changes
    try give(
      changes.targetPath(forSource: existingPath(section, item, in: changes.source)),
      to: required(targetSection, "target_section"), required(targetItem, "target_item"))
  }
}

/// See `roster_batch_source` in `roster.h`.
@c @implementation
public func roster_batch_source(
  _ batch: roster_batch, _ section: Int64, _ item: Int64,
  _ sourceSection: UnsafeMutablePointer<Int64>?, _ sourceItem: UnsafeMutablePointer<Int64>?
) -> roster_code {
  call {
    let changes = try Handles.find(batch, as: OpenedBatch.self).batch.changes
    try give(
      changes.sourcePath(forTarget: existingPath(section, item, in: changes.target)),
      to: required(sourceSection, "source_section"), required(sourceItem, "source_item"))
  }
}

private func existingPath(
  _ section: Int64, _ item: Int64, in state: ListState
) throws(Failure) -> ItemPath {
  let path = ItemPath(section: Int(clamping: section), item: Int(clamping: item))
  guard state.contains(path) else {
    var failure = Failure(
      ROSTER_NO_SUCH_ITEM,
      "there is no item \(item) in section \(section) at revision \(state.revision)")
    (failure.section, failure.item) = (path.section, path.item)
    throw failure
  }
  return path
}

private func give(
  _ path: ItemPath?, to section: UnsafeMutablePointer<Int64>, _ item: UnsafeMutablePointer<Int64>
) {
  section.pointee = Int64(path?.section ?? -1)
  item.pointee = Int64(path?.item ?? -1)
}

extension roster_anchor {
  /// What stays: the item, or the survivor that stood nearest to it.
  fileprivate init(_ anchor: ItemAnchor) {
    self.init(id: -1, source_section: -1, source_item: -1, target_section: -1, target_item: -1)
    if let targetPath = anchor.targetPath {
      set(anchor.item, from: anchor.sourcePath, to: targetPath)
    } else if let neighbour = anchor.neighbour {
      set(neighbour.item, from: neighbour.sourcePath, to: neighbour.targetPath)
    }
  }

  private mutating func set(_ item: ItemID, from source: ItemPath?, to target: ItemPath) {
    id = Int64(item.rawValue)
    (source_section, source_item) = (Int64(source?.section ?? -1), Int64(source?.item ?? -1))
    (target_section, target_item) = (Int64(target.section), Int64(target.item))
  }
}

/// See `roster_batch_anchor` in `roster.h`.
@c @implementation
public func roster_batch_anchor(
  _ batch: roster_batch, _ id: Int64, _ anchor: UnsafeMutablePointer<roster_anchor>?
) -> roster_code {
  call {
    let target = try required(anchor, "anchor")
    let changes = try Handles.find(batch, as: OpenedBatch.self).batch.changes
    guard let found = try changes.anchor(of: ItemID(rawValue: Int(clamping: id))) else {
      throw Failure(
        ROSTER_NO_SUCH_ITEM,
        "there is no item \(id) at revision \(changes.sourceRevision), and none at \(changes.targetRevision)"
      )
    }
    target.pointee = roster_anchor(found)
  }
}

/// See `roster_batch_snapshot` in `roster.h`.
@c @implementation
public func roster_batch_snapshot(
  _ batch: roster_batch, _ isSource: Int32, _ snapshot: UnsafeMutablePointer<roster_snapshot>?
) -> roster_code {
  call {
    let target = try required(snapshot, "snapshot")
    let opened = try Handles.find(batch, as: OpenedBatch.self)
    target.pointee = Handles.add(
      OpenedSnapshot(opened.owner, isSource != 0 ? opened.batch.source : opened.batch.target))
  }
}

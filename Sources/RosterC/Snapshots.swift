public import CRoster
internal import RosterCore
internal import RosterEngine
internal import RosterJSON

/// A list at a revision, and what keeps it readable.
final class OpenedSnapshot: Handled {
  static var title: String { "a snapshot" }

  private let owner: OpenedList
  let snapshot: JSONList.Snapshot

  init(_ owner: OpenedList, _ snapshot: JSONList.Snapshot) {
    self.owner = owner
    self.snapshot = snapshot
  }

  func close() {}
}

/// Returns the revision that a caller names; `nil` for the newest one.
func named(_ revision: Int64) throws(Failure) -> Revision? {
  guard revision >= -1 else {
    throw Failure(
      ROSTER_INVALID_ARGUMENT, "a revision is not negative; -1 is the newest", part: "revision")
  }
  return revision < 0 ? nil : Int(clamping: revision)
}

/// Returns the part of a range that is there.
///
/// - Parameter count: The number that a caller has room for. One beyond the largest number of Swift is negative here.
func existingRange(_ start: Int64, _ count: Int, of total: Int) throws(Failure) -> Range<Int> {
  guard start >= 0 else { throw Failure(ROSTER_INVALID_ARGUMENT, "a place is not negative") }
  let first = min(Int(clamping: start), total)
  return first..<first + min(count < 0 ? Int.max : count, total - first)
}

/// See `roster_snapshot_open` in `roster.h`.
@c @implementation
public func roster_snapshot_open(
  _ list: roster_list, _ revision: Int64, _ snapshot: UnsafeMutablePointer<roster_snapshot>?
) -> roster_code {
  call {
    let target = try required(snapshot, "snapshot")
    let owner = try Handles.find(list, as: OpenedList.self)
    let found =
      try named(revision).map { try owner.list.snapshot(at: $0) } ?? owner.list.snapshot
    target.pointee = Handles.add(OpenedSnapshot(owner, found))
  }
}

/// See `roster_snapshot_counts` in `roster.h`.
@c @implementation
public func roster_snapshot_counts(
  _ snapshot: roster_snapshot, _ counts: UnsafeMutablePointer<roster_counts>?
) -> roster_code {
  call {
    let target = try required(counts, "counts")
    let snapshot = try Handles.find(snapshot, as: OpenedSnapshot.self).snapshot
    target.pointee = roster_counts(
      revision: Int64(snapshot.revision), sections: Int64(snapshot.sectionCount),
      items: Int64(snapshot.itemCount))
  }
}

/// See `roster_snapshot_section` in `roster.h`.
@c @implementation
public func roster_snapshot_section(
  _ snapshot: roster_snapshot, _ index: Int64, _ section: UnsafeMutablePointer<roster_section>?,
  _ model: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let target = try required(section, "section")
    let snapshot = try Handles.find(snapshot, as: OpenedSnapshot.self).snapshot
    let index = try existingSection(index, of: snapshot)
    guard let id = snapshot.state.sectionID(at: index) else {
      throw Failure(ROSTER_NO_SUCH_SECTION, "there is no section \(index)")
    }
    try give(id, at: index, of: snapshot, to: target, model)
  }
}

/// See `roster_snapshot_find_section` in `roster.h`.
@c @implementation
public func roster_snapshot_find_section(
  _ snapshot: roster_snapshot, _ id: Int64, _ found: UnsafeMutablePointer<roster_section>?,
  _ model: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let target = try required(found, "found")
    let snapshot = try Handles.find(snapshot, as: OpenedSnapshot.self).snapshot
    let section = SectionID(rawValue: Int(clamping: id))
    guard let index = snapshot.state.index(of: section) else {
      throw Failure(
        ROSTER_NO_SUCH_SECTION, "there is no section \(id) at revision \(snapshot.revision)")
    }
    try give(section, at: index, of: snapshot, to: target, model)
  }
}

/// Gives a section to a caller.
private func give(
  _ id: SectionID, at index: Int, of snapshot: JSONList.Snapshot,
  to section: UnsafeMutablePointer<roster_section>, _ model: UnsafeMutablePointer<roster_bytes>?
) throws {
  if model != nil { try give(snapshot.sectionModel(at: index) ?? .null, to: model) }
  section.pointee = roster_section(
    id: Int64(id.rawValue), index: Int64(index),
    items: Int64(snapshot.itemCount(inSection: index)))
}

/// Returns the index of a section that a snapshot has.
private func existingSection(
  _ index: Int64, of snapshot: JSONList.Snapshot
) throws(Failure) -> Int {
  guard (0..<Int64(snapshot.sectionCount)).contains(index) else {
    var failure = Failure(
      ROSTER_NO_SUCH_SECTION,
      "there is no section \(index) at revision \(snapshot.revision), which has \(snapshot.sectionCount)"
    )
    failure.section = Int(clamping: index)
    throw failure
  }
  return Int(index)
}

/// Gives an item to a caller.
private func give(
  _ id: ItemID, at path: ItemPath, _ model: JSONValue?,
  to found: UnsafeMutablePointer<roster_item>, _ bytes: UnsafeMutablePointer<roster_bytes>?
) throws(Failure) {
  if let model { try give(model, to: bytes) }
  found.pointee = roster_item(
    id: Int64(id.rawValue), section: Int64(path.section), item: Int64(path.item))
}

/// See `roster_snapshot_item` in `roster.h`.
@c @implementation
public func roster_snapshot_item(
  _ snapshot: roster_snapshot, _ section: Int64, _ item: Int64,
  _ found: UnsafeMutablePointer<roster_item>?, _ model: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let target = try required(found, "found")
    let snapshot = try Handles.find(snapshot, as: OpenedSnapshot.self).snapshot
    let path =
      section == -1
      ? try existingPath(atOffset: item, of: snapshot)
      : try existingPath(section, item, of: snapshot)
    guard let id = try snapshot.state.itemID(at: path) else {
      throw Failure(ROSTER_NO_SUCH_ITEM, "there is no item \(path)")
    }
    try give(id, at: path, model == nil ? nil : snapshot.model(at: path), to: target, model)
  }
}

private func existingPath(
  _ section: Int64, _ item: Int64, of snapshot: JSONList.Snapshot
) throws(Failure) -> ItemPath {
  let index = try existingSection(section, of: snapshot)
  let count = Int64(snapshot.itemCount(inSection: index))
  guard (0..<count).contains(item) else {
    var failure = Failure(
      ROSTER_NO_SUCH_ITEM,
      "there is no item \(item) in section \(index) at revision \(snapshot.revision), which has \(count)"
    )
    (failure.section, failure.item) = (index, Int(clamping: item))
    throw failure
  }
  return ItemPath(section: index, item: Int(item))
}

private func existingPath(
  atOffset offset: Int64, of snapshot: JSONList.Snapshot
) throws(Failure) -> ItemPath {
  guard let path = snapshot.state.path(atOffset: Int(clamping: offset)) else {
    var failure = Failure(
      ROSTER_NO_SUCH_ITEM,
      "there is no item \(offset) at revision \(snapshot.revision), which has \(snapshot.itemCount)"
    )
    failure.item = Int(clamping: offset)
    throw failure
  }
  return path
}

/// See `roster_snapshot_offset` in `roster.h`.
@c @implementation
public func roster_snapshot_offset(
  _ snapshot: roster_snapshot, _ section: Int64, _ item: Int64,
  _ offset: UnsafeMutablePointer<Int64>?
) -> roster_code {
  call {
    let target = try required(offset, "offset")
    let snapshot = try Handles.find(snapshot, as: OpenedSnapshot.self).snapshot
    let path = try existingPath(section, item, of: snapshot)
    target.pointee = Int64(snapshot.state.offset(ofSection: path.section) + path.item)
  }
}

/// See `roster_snapshot_find` in `roster.h`.
@c @implementation
public func roster_snapshot_find(
  _ snapshot: roster_snapshot, _ id: Int64, _ found: UnsafeMutablePointer<roster_item>?,
  _ model: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let target = try required(found, "found")
    let snapshot = try Handles.find(snapshot, as: OpenedSnapshot.self).snapshot
    let item = ItemID(rawValue: Int(clamping: id))
    guard let path = try snapshot.path(of: item) else {
      throw Failure(
        ROSTER_NO_SUCH_ITEM, "there is no item \(id) at revision \(snapshot.revision)")
    }
    try give(item, at: path, model == nil ? nil : snapshot.model(at: path), to: target, model)
  }
}

/// See `roster_snapshot_find_key` in `roster.h`.
@c @implementation
public func roster_snapshot_find_key(
  _ snapshot: roster_snapshot, _ key: roster_text, _ found: UnsafeMutablePointer<roster_item>?,
  _ model: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let target = try required(found, "found")
    let snapshot = try Handles.find(snapshot, as: OpenedSnapshot.self).snapshot
    let key = try decoding("key", key.json("key") ?? .null) { cursor throws(JSONDecodingError) in
      try cursor.modelKey()
    }
    guard let item = try snapshot.item(key: key) else {
      throw Failure(
        ROSTER_NO_SUCH_ITEM, "there is no item with the key \(key) at revision \(snapshot.revision)"
      )
    }
    try give(item.id, at: item.path, item.model, to: target, model)
  }
}

/// See `roster_snapshot_models` in `roster.h`.
@c @implementation
public func roster_snapshot_models(
  _ snapshot: roster_snapshot, _ section: Int64, _ start: Int64, _ count: Int64,
  _ models: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let target = try required(models, "models")
    let snapshot = try Handles.find(snapshot, as: OpenedSnapshot.self).snapshot
    let index = try existingSection(section, of: snapshot)
    guard count >= 0 else { throw Failure(ROSTER_INVALID_ARGUMENT, "a number is not negative") }
    let itemCount = snapshot.itemCount(inSection: index)
    let range = try existingRange(start, Int(clamping: count), of: itemCount)
    try give(.array(snapshot.models(inSection: index, range)), to: target)
  }
}

/// See `roster_snapshot_fingerprint` in `roster.h`.
@c @implementation
public func roster_snapshot_fingerprint(
  _ snapshot: roster_snapshot, _ fingerprint: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let target = try required(fingerprint, "fingerprint")
    let snapshot = try Handles.find(snapshot, as: OpenedSnapshot.self).snapshot
    try give(Array(snapshot.fingerprint().utf8), to: target)
  }
}

extension JSONList.Snapshot {
  /// The fingerprint of the contents.
  func fingerprint() throws(StorageError) -> String {
    var digest = Fingerprint()
    for section in try sections() {
      digest.addSection(model: section.model)
      try forEachItem(inSection: section.index) { item in
        digest.addItem(model: item.model)
        return true
      }
    }
    return digest.hex
  }
}

/// See `roster_snapshot_items` in `roster.h`.
@c @implementation
public func roster_snapshot_items(
  _ snapshot: roster_snapshot, _ section: Int64, _ start: Int64,
  _ items: UnsafeMutablePointer<roster_item>?, _ count: Int, _ copied: UnsafeMutablePointer<Int>?
) -> roster_code {
  call {
    let snapshot = try Handles.find(snapshot, as: OpenedSnapshot.self).snapshot
    let copiedCount = try required(copied, "copied")
    let index = try existingSection(section, of: snapshot)
    let range = try existingRange(start, count, of: snapshot.itemCount(inSection: index))
    let ids = try snapshot.state.itemIDs(inSection: index, range)
    if !ids.isEmpty {
      let target = try required(items, "items")
      for (place, id) in ids.enumerated() {
        target[place] = roster_item(
          id: Int64(id.rawValue), section: Int64(index), item: Int64(range.lowerBound + place))
      }
    }
    copiedCount.pointee = ids.count
  }
}

import RosterCore
import RosterJSON
import RosterPages
import RosterRows

extension ChangeCounts {
  /// The numbers that are not 0.
  var json: JSONValue {
    let all: KeyValuePairs = [
      "insertedItems": insertedItems, "removedItems": removedItems, "updatedItems": updatedItems,
      "movedItems": movedItems, "insertedSections": insertedSections,
      "removedSections": removedSections, "updatedSections": updatedSections,
      "movedSections": movedSections, "states": states,
    ]
    return .object(
      JSONObject(all.filter { $0.value != 0 }.map { (key: $0.key, value: JSONValue($0.value)) }))
  }
}

extension ChangeRecord {
  /// How much it changes.
  var counts: ChangeCounts {
    var counts = ChangeCounts(outline)
    // Also those that go with their sections.
    counts.removedItems = identities.removedItems.count
    return counts
  }

  var countsJSON: JSONValue { counts.json }
}

/// What a revision is to undo and redo, and to the list.
enum RevisionKind: String, CaseIterable {
  /// It changes items or sections.
  case change
  /// It changes only states.
  case states
  /// It takes back a change or a redo.
  case undo
  /// It takes back an undo.
  case redo
  /// It changes nothing.
  case nothing
  /// The row cannot be read.
  case unreadable

  init(_ row: JournalRow) {
    guard let counts = row.counts else {
      self = .unreadable
      return
    }
    // An undo can be redone: it is the first that a redo takes back. A redo can be undone.
    if row.takesBack != nil {
      self = (row.scoped?.tops.redo ?? row.redo) == row.revision ? .undo : .redo
    } else if counts.total == 0 {
      self = .nothing
    } else {
      self = counts.changeCount == 0 ? .states : .change
    }
  }
}

extension JournalRow {
  private static let userInfoByteCountMax = 4_096

  /// What the caller said about the revision, shortened.
  var shownUserInfo: JSONValue? {
    userInfo.map {
      ValueShortening.field(
        StoredValue.text($0.shortened(byteCountMax: Self.userInfoByteCountMax))
      ).value
    }
  }

  /// The row in numbers, for a timeline.
  ///
  /// - Parameter takenBackBy: The revision that takes this one back.
  func summary(takenBackBy: Revision?) -> JSONObject {
    JSONObject(present: [
      "revision": JSONValue(revision), "kind": .string(RevisionKind(self).rawValue),
      "counts": counts?.json, "bytes": JSONValue(byteCount),
      "origin": origin.map { .string($0.shortened(byteCountMax: 80)) },
      "at": at.map { .string($0.shortened(byteCountMax: 40)) },
      "committed": committed.map(JSONValue.init(_:)),
      "group": group.map { .string($0.shortened(byteCountMax: 80)) },
      "scope": scoped.map { .string($0.name.shortened(byteCountMax: 80)) },
      "takesBack": takesBack.map(JSONValue.init(_:)),
      "takenBackBy": takenBackBy.map(JSONValue.init(_:)),
    ])
  }
}

extension UndoScope {
  /// The scope as a line of a log says it, with a name that is not too long.
  func json(byteCountMax: Int) -> JSONValue? {
    name.map { .string($0.shortened(byteCountMax: byteCountMax)) } ?? json
  }
}

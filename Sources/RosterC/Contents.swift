public import CRoster
internal import RosterCore
internal import RosterEngine
internal import RosterJSON

/// See `roster_replace_contents` in `roster.h`.
@c @implementation
public func roster_replace_contents(
  _ list: roster_list, _ contents: roster_text, _ annotation: roster_text,
  _ result: UnsafeMutablePointer<roster_bytes>?
) -> roster_code {
  call {
    let opened = try Handles.find(list, as: OpenedList.self)
    guard let key = opened.key else {
      throw Failure(
        ROSTER_KEY_REQUIRED,
        "contents are compared by the keys of the items; open the list with `key`")
    }
    let contents = try decoding("contents", contents.json("contents") ?? .null) {
      cursor throws(JSONDecodingError) in
      try ListContents<JSONValue, JSONValue>(cursor)
    }
    try verifyKeys(of: contents, key)
    do {
      let batch = try opened.list.applySynchronously(
        .contents(
          contents, by: Identification(items: { try? key.key(of: $0) }, sections: { $0 })),
        ChangeAnnotation(annotation))
      try give(["revision": .integer(batch.changes.targetRevision)], to: result)
    } catch DataSourceError.duplicate(let duplicate) {
      throw Failure(duplicate, in: contents)
    }
  }
}

/// Verifies that each item has a key.
private func verifyKeys(
  of contents: ListContents<JSONValue, JSONValue>, _ key: KeyMember
) throws(Failure) {
  for (index, model) in contents.sections.flatMap(\.items).enumerated() {
    do throws(StorageError) {
      _ = try key.key(of: model).verified()
    } catch {
      var failure = Failure(error)
      (failure.part, failure.item) = ("contents", index)
      throw failure
    }
  }
}

extension Failure {
  /// Makes the failure for items with one key, or sections with one model, without saying what these are.
  fileprivate init(
    _ duplicate: DuplicateIdentifier, in contents: ListContents<JSONValue, JSONValue>
  ) {
    func index(_ place: DuplicateIdentifier.Place) -> Int {
      switch place {
      case .section(let index): index
      // Counted over all sections.
      case .item(let path): contents.itemCounts[..<path.section].reduce(path.item, +)
      }
    }
    let (first, second) = (index(duplicate.first), index(duplicate.second))
    switch duplicate.second {
    case .section:
      self.init(
        ROSTER_INVALID_CHANGE,
        "section \(second) of the contents has the model of an earlier one, and sections are recognised by their models",
        part: "contents")
      section = second
    case .item:
      self.init(
        ROSTER_DUPLICATE_KEY,
        "the items \(first) and \(second) of the contents have one key; give each a key of its own",
        part: "contents")
      item = second
    }
  }
}

extension ListContents<JSONValue, JSONValue> {
  /// Makes the contents that are items of one section, or sections.
  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    guard case .object = cursor.value else {
      self.init([Section(items: try cursor.elements().map(\.value))])
      return
    }
    let members = try cursor.members()
    try members.requireKeys(["sections"])
    var sections: [Section] = []
    for cursor in try members.required("sections").elements() {
      let members = try cursor.members()
      try members.requireKeys(["model", "items"])
      sections.append(
        Section(
          model: members["model"]?.value.orNone,
          items: try members.required("items").elements().map(\.value)))
    }
    self.init(sections)
  }
}

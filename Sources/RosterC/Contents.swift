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
    try verifyItems(of: contents, key)
    try verifySections(of: contents)
    let batch = try opened.list.applySynchronously(
      .contents(
        contents, by: Identification(items: { try? key.key(of: $0) }, sections: { $0 })),
      ChangeAnnotation(annotation))
    try give(["revision": .integer(batch.changes.targetRevision)], to: result)
  }
}

/// Verifies that each item has a key of its own.
private func verifyItems(
  of contents: ListContents<JSONValue, JSONValue>, _ key: KeyMember
) throws(Failure) {
  var indexes: [ModelKey: Int] = [:]
  for (index, model) in contents.sections.flatMap(\.items).enumerated() {
    var failure: Failure?
    do {
      if let first = indexes.updateValue(index, forKey: try key.key(of: model)) {
        failure = Failure(
          ROSTER_DUPLICATE_KEY,
          "the items \(first) and \(index) of the contents have one key; give each a key of its own"
        )
      }
    } catch {
      failure = Failure(error)
    }
    guard var failure else { continue }
    (failure.part, failure.item) = ("contents", index)
    throw failure
  }
}

/// Verifies that each section that has a model has one of its own.
private func verifySections(of contents: ListContents<JSONValue, JSONValue>) throws(Failure) {
  var models: Set<JSONValue> = []
  for (index, section) in contents.sections.enumerated() {
    guard let model = section.model, !models.insert(model).inserted else { continue }
    var failure = Failure(
      ROSTER_INVALID_CHANGE,
      "section \(index) of the contents has the model of an earlier one, and sections are recognised by their models",
      part: "contents")
    failure.section = index
    throw failure
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

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
    for (index, model) in contents.sections.flatMap(\.items).enumerated() {
      do {
        _ = try key.key(of: model)
      } catch {
        var failure = Failure(error)
        (failure.part, failure.item) = ("contents", index)
        throw failure
      }
    }
    let batch = try opened.list.applySynchronously(
      .contents(
        contents, by: Identification(items: { try? key.key(of: $0) }, sections: { $0 })),
      ChangeAnnotation(annotation))
    try give(["revision": .integer(batch.changes.targetRevision)], to: result)
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

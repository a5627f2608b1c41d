public import CRoster
internal import RosterCore
internal import RosterDerived
internal import RosterEngine
internal import RosterJSON

/// A list that shows another one in another form.
typealias JSONDerivedList = DerivedList<JSONValue, JSONValue, Never>

extension roster_text {
  /// The definition of a derived list that the text says.
  fileprivate func definition() throws -> JSONDefinition {
    try decoding("definition", json("definition") ?? .null) { cursor throws(JSONDecodingError) in
      try JSONDefinition(cursor)
    }
  }
}

extension OpenedList {
  /// Returns the derived list that this is.
  ///
  /// - Throws: `ROSTER_INVALID_ARGUMENT` if it is none.
  fileprivate func requireDerived() throws(Failure) -> JSONDerivedList {
    guard let derived else {
      throw Failure(ROSTER_INVALID_ARGUMENT, "the list is no derived one", part: "list")
    }
    return derived
  }
}

/// See `roster_list_derive` in `roster.h`.
@c @implementation
public func roster_list_derive(
  _ list: roster_list, _ name: roster_text, _ definition: roster_text,
  _ derived: UnsafeMutablePointer<roster_list>?
) -> roster_code {
  call {
    let target = try required(derived, "derived")
    let source = try Handles.find(list, as: OpenedList.self)
    try derive(from: source, named: name, by: definition, to: target)
  }
}

/// See `roster_list_derive_union` in `roster.h`.
@c @implementation
public func roster_list_derive_union(
  _ lists: UnsafePointer<roster_list>?, _ count: Int, _ name: roster_text,
  _ definition: roster_text, _ derived: UnsafeMutablePointer<roster_list>?
) -> roster_code {
  call {
    let target = try required(derived, "derived")
    guard let lists, count > 0 else {
      throw Failure(
        ROSTER_INVALID_ARGUMENT, "a derived list shows at least one list", part: "lists")
    }
    let sources = try sources(UnsafeBufferPointer(start: lists, count: count))
    try derive(
      from: sources[0], union: Array(sources.dropFirst()), named: name, by: definition, to: target)
  }
}

/// Returns the lists that handles stand for, each of which is there once, and all of which are of one file.
private func sources(_ handles: UnsafeBufferPointer<roster_list>) throws(Failure) -> [OpenedList] {
  var sources: [OpenedList] = []
  for (index, handle) in handles.enumerated() {
    let part = "lists[\(index)]"
    let source = try Handles.find(handle, as: OpenedList.self, part: part)
    if let first = sources.first, source.file !== first.file {
      throw Failure(
        ROSTER_INVALID_ARGUMENT,
        "the list is of another file than the first; open both with one handle",
        part: part)
    }
    guard !sources.contains(where: { $0.list.address?.number == source.list.address?.number })
    else { throw Failure(ROSTER_INVALID_ARGUMENT, "the list is there twice", part: part) }
    sources.append(source)
  }
  return sources
}

/// Opens a derived list, and gives its handle to the caller.
///
/// - Parameter others: The other lists that it shows; `nil` if it is one of a single list.
private func derive(
  from source: OpenedList, union others: [OpenedList]? = nil, named name: roster_text,
  by definition: roster_text, to target: UnsafeMutablePointer<roster_list>
) throws {
  let parsed = try definition.definition()
  let sourceCount = 1 + (others?.count ?? 0)
  if let count = parsed.sourceCount, count != sourceCount {
    throw Failure(
      ROSTER_INVALID_ARGUMENT,
      "there are \(count) models for the sections of \(sourceCount) lists; name one for each",
      part: "definition.sections.models")
  }
  if parsed.isTogether, others != nil {
    throw Failure(
      ROSTER_INVALID_ARGUMENT,
      "the lists commit for themselves, so what shows several cannot be kept together with them; leave it out",
      part: "definition.together")
  }
  let name = try name.listName(in: source.file)
  let derived = try parsed.definition(
    of: source.list, union: others?.map(\.list), named: name
  ).open()
  target.pointee = Handles.add(
    OpenedList(source.file, named: name, derived, isSearched: parsed.isSearched))
}

/// See `roster_list_origin` in `roster.h`.
@c @implementation
public func roster_list_origin(
  _ list: roster_list, _ id: Int64, _ origin: UnsafeMutablePointer<roster_origin>?
) -> roster_code {
  call {
    let target = try required(origin, "origin")
    let derived = try Handles.find(list, as: OpenedList.self).requireDerived()
    guard id > 0, let found = derived.origin(of: ItemID(rawValue: Int(id))) else {
      throw Failure(ROSTER_NO_SUCH_ITEM, "\(id) is no item of a source of the list", part: "id")
    }
    target.pointee = roster_origin(
      source: Int64(found.sourceIndex), id: Int64(found.item.rawValue))
  }
}

/// See `roster_list_search` in `roster.h`.
@c @implementation
public func roster_list_search(_ list: roster_list, _ text: roster_text) -> roster_code {
  call {
    let opened = try Handles.find(list, as: OpenedList.self)
    let derived = try opened.requireDerived()
    guard opened.isSearched else {
      throw Failure(
        ROSTER_INVALID_ARGUMENT, "the list was derived by a definition without \"search\"",
        part: "list")
    }
    let text = try text.string("text")
    try waiting { try await derived.search(text) }
  }
}

/// See `roster_list_bring_up_to_date` in `roster.h`.
@c @implementation
public func roster_list_bring_up_to_date(_ list: roster_list) -> roster_code {
  call {
    let derived = try Handles.find(list, as: OpenedList.self).requireDerived()
    try waiting { try await derived.bringUpToDate() }
  }
}

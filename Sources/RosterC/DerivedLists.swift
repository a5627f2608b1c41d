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
    let parsed = try definition.definition()
    let name = try name.string("name")
    let derivedList = try parsed.definition(of: source.list, named: name).open()
    target.pointee = Handles.add(
      OpenedList(source.file, named: name, derivedList, isSearched: parsed.isSearched))
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

package import RosterJSON

/// A text that is looked for in models, as the search of a page looks for it: in values and not in keys, upper
/// and lower case being the same.
package struct SearchedText: Sendable {
  private let search: ListSearch

  /// Makes a text to look for; `nil` if it is empty.
  package init?(_ text: String) {
    guard let search = ListSearch(text) else { return nil }
    self.search = search
  }

  /// Returns whether a model contains the text.
  ///
  /// - Complexity: O(*n*) in the size of the model.
  package func isIn(_ model: JSONValue) -> Bool { search.matches(model) }
}

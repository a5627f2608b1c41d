/// The models of a list's sections and items in order, without their identities.
///
///     let contents = ListContents([.init(model: today, items: messages), .init(items: drafts)])
public struct ListContents<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// A section with its items.
  public struct Section: Sendable {
    /// The section model, `nil` if it has none.
    public var model: SectionModel?
    /// The models of the items, in order.
    public var items: [Model]

    /// Makes a section.
    public init(model: SectionModel? = nil, items: [Model]) {
      self.model = model
      self.items = items
    }
  }

  /// The sections, in order.
  public var sections: [Section]

  /// Makes the contents of a list with some sections, or of the empty one.
  public init(_ sections: [Section] = []) { self.sections = sections }

  /// The numbers of items of all sections.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  public var itemCounts: [Int] { sections.map { $0.items.count } }

  /// The number of items in all sections.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  public var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }
}

extension ListContents: Equatable where Model: Equatable, SectionModel: Equatable {}
extension ListContents.Section: Equatable where Model: Equatable, SectionModel: Equatable {}
extension ListContents: Hashable where Model: Hashable, SectionModel: Hashable {}
extension ListContents.Section: Hashable where Model: Hashable, SectionModel: Hashable {}

extension ListContents: CustomStringConvertible {
  /// Within braces one line for each item with its path and its model; "{}" if there is no item.
  ///
  /// ```text
  /// {
  ///   [0, 0]: Hello,
  ///   [0, 1]: World
  /// }
  /// ```
  public var description: String {
    let lines = sections.enumerated().flatMap { section, row in
      row.items.enumerated().map { "  \(ItemPath(section: section, item: $0)): \($1)" }
    }
    return lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n}"
  }
}

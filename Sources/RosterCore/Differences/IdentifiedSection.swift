/// A section as a difference reads it: its id, its model, and its items in order.
public struct IdentifiedSection<ID: Hashable, Model, SectionModel> {
  /// The id by which the section is recognised in the other list.
  public var id: ID
  /// The section model, `nil` if it has none.
  public var model: SectionModel?
  /// The models of the items, in order.
  public var items: [Model]

  /// Makes a section.
  public init(id: ID, model: SectionModel? = nil, items: [Model]) {
    self.id = id
    self.model = model
    self.items = items
  }
}

extension IdentifiedSection: Sendable where ID: Sendable, Model: Sendable, SectionModel: Sendable {}
extension IdentifiedSection: Equatable where Model: Equatable, SectionModel: Equatable {}

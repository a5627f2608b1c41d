/// By what the items and sections of a list are recognised in another version of it.
///
/// Sections without a model are recognised by their order: the second of them is the second of
/// those in the other version.
public struct Identification<
  Model: Sendable, SectionModel: Sendable, ItemKey: Hashable & Sendable,
  SectionKey: Hashable & Sendable
>: Sendable {
  /// What an item is recognised by.
  public let itemKey: @Sendable (Model) -> ItemKey
  /// What a section is recognised by.
  public let sectionKey: @Sendable (SectionModel) -> SectionKey

  /// Recognises items and sections by what two closures say; each is called once for every model.
  public init(
    items itemKey: @escaping @Sendable (Model) -> ItemKey,
    sections sectionKey: @escaping @Sendable (SectionModel) -> SectionKey
  ) {
    self.itemKey = itemKey
    self.sectionKey = sectionKey
  }
}

extension Identification
where
  Model: Identifiable, SectionModel: Identifiable, ItemKey == Model.ID,
  SectionKey == SectionModel.ID
{
  /// Recognises items and sections by their ids.
  public static var byID: Self { Self(items: { $0.id }, sections: { $0.id }) }
}

/// What a section is recognised by: its key, or its number among those that have none.
@usableFromInline
enum SectionIdentity<Key: Hashable & Sendable>: Hashable, Sendable {
  case key(Key)
  case unnamed(Int)

  /// The key, in words.
  @inlinable var description: String {
    switch self {
    case .key(let key): "\(key)"
    case .unnamed(let number): "\(number)"
    }
  }
}

/// How a list recognises items and sections in another version of itself.
///
/// Sections without a model are recognised by their order: the second section without a model in
/// one version is the second one in the other.
public struct Identification<
  Model: Sendable, SectionModel: Sendable, ItemKey: Hashable & Sendable,
  SectionKey: Hashable & Sendable
>: Sendable {
  /// Returns the key that an item is recognised by.
  public let itemKey: @Sendable (Model) -> ItemKey
  /// Returns the key that a section is recognised by.
  public let sectionKey: @Sendable (SectionModel) -> SectionKey

  /// Recognises items and sections by the results of two closures. Each is called once for every
  /// model.
  @inlinable
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
  @inlinable
  public static var byID: Self { Self(items: { $0.id }, sections: { $0.id }) }
}

/// What a section is recognised by: its key, or its position among the sections without a model.
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

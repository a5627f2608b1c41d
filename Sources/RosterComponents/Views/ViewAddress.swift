/// Names a view of an item by its path: the index among the item's outermost views, then the index
/// among the children, and so on.
///
///     []  no view        [0]  the first outermost view        [0, 2]  its third child
///
/// An address is valid in the tree that it was taken from. A renderer in another process sends it
/// with the generation of the tree; a renderer in this process resolves it in the tree that it
/// shows. The actions found there are data, and are performed in the tree that the item has by
/// then.
public struct ViewAddress: Hashable, Sendable, Codable {
  /// The indices, the outermost first.
  public var indices: [Int]

  /// Makes an address of indices.
  public init(_ indices: [Int]) { self.indices = indices }

  /// Returns the address of a child of the view.
  public func appending(_ index: Int) -> ViewAddress { ViewAddress(indices + [index]) }

  /// Reads the indices.
  public init(from decoder: any Decoder) throws { indices = try [Int](from: decoder) }

  /// Writes the indices.
  public func encode(to encoder: any Encoder) throws { try indices.encode(to: encoder) }
}

extension ViewAddress: ExpressibleByArrayLiteral {
  /// Makes an address of indices.
  public init(arrayLiteral elements: Int...) { self.init(elements) }
}

/// Names a view of an item by the way to it: the index among the item's outermost views, then the
/// index among the children, and so on.
///
///     []  no view        [0]  the first outermost view        [0, 2]  its third child
///
/// An address is good in the tree that it was taken from. A renderer sends it back with the tree's
/// generation, or it is resolved in the tree that the renderer shows; the actions found there are
/// data, and are performed in whatever tree the item has by then.
public struct ViewAddress: Hashable, Sendable, Codable {
  /// The indices, the outermost first.
  public var indices: [Int]

  /// Makes an address of indices.
  public init(_ indices: [Int]) { self.indices = indices }

  /// The address of a child of the view.
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

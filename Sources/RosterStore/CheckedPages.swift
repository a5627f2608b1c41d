internal import RosterCore

/// All pages of a list, read for a check.
struct CheckedPages: PageSource {
  /// An item and the page it is in.
  struct Member {
    var item: Int
    var leaf: LeafID
  }

  private var leaves: [LeafID: ContiguousArray<ItemID>] = [:]
  /// The members, in the order of the items' numbers.
  private(set) var members: [Member] = []

  mutating func add(_ leaf: LeafID, _ items: ContiguousArray<ItemID>) {
    leaves[leaf] = items
    for item in items { members.append(Member(item: item.rawValue, leaf: leaf)) }
  }

  mutating func sort() { members.sort { $0.item < $1.item } }

  func items(inLeaf leaf: LeafID) throws(StorageError) -> ContiguousArray<ItemID> {
    guard let items = leaves[leaf] else {
      throw StorageError(.corrupt, "\(leaf) is missing or unreadable")
    }
    return items
  }

  func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID> {
    var found = ContiguousArray(repeating: LeafID.none, count: pageSourceChunkWidth)
    let first = chunk * pageSourceChunkWidth
    for member in members[position(of: first)...].prefix(pageSourceChunkWidth)
    where member.item < first + pageSourceChunkWidth {
      found[member.item - first] = member.leaf
    }
    return found
  }

  func leaf(holding item: ItemID) throws(StorageError) -> LeafID {
    let position = position(of: item.rawValue)
    guard position < members.count, members[position].item == item.rawValue else { return .none }
    return members[position].leaf
  }

  /// Returns the position of the first member whose number is at least that of `item`.
  private func position(of item: Int) -> Int {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].item < item { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

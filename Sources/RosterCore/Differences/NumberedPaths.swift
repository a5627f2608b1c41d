/// The items of all sections, numbered consecutively.
@usableFromInline
struct NumberedPaths {
  /// The number of the first item of each section, followed by the number of all items.
  private let starts: [Int]

  /// - Parameter counts: The number of items of each section.
  @usableFromInline
  init(counts: [Int]) {
    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    var sum = 0
    for count in counts {
      sum += count
      starts.append(sum)
    }
    self.starts = starts
  }

  /// The numbers of the items of a section.
  @usableFromInline
  func numbers(inSection section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The path of an item.
  ///
  /// - Parameter hint: A section that probably contains the item.
  /// - Precondition: There is an item with that number.
  /// - Complexity: O(1) if the hint is right, else O(log *s*).
  @usableFromInline
  func path(of number: Int, hint: Int = 0) -> ItemPath {
    if numbers(inSection: hint).contains(number) {
      return ItemPath(section: hint, item: number - starts[hint])
    }
    var low = 0
    var high = starts.count - 1
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= number { low = middle } else { high = middle }
    }
    return ItemPath(section: low, item: number - starts[low])
  }
}

import ArgumentParser

/// A range of items in a section, written `S:A-B`.
struct ItemRange: ExpressibleByArgument {
  var section: Int
  var items: Range<Int>

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let section = Int(parts[0]), 0..<Int.max ~= section
    else { return nil }
    let bounds = parts[1].split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let first = Int(bounds[0]), let last = Int(bounds[1]),
      first >= 0, first <= last, last < Int.max
    else { return nil }
    self.section = section
    items = first..<last + 1
  }
}

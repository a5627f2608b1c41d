import ArgumentParser

/// Two numbers from 0 on, written `A,B`.
struct NumberPair: ExpressibleByArgument {
  var first: Int
  var second: Int

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]),
      first >= 0, second >= 0, max(first, second) < 1 << 40
    else { return nil }
    self.first = first
    self.second = second
  }
}

import RosterCore
import Testing

@testable import RosterRows

@Suite("Format: items of a leaf page as text")
struct LeafItemsCodingTests {
  private func decode(_ text: String) -> [Int]? {
    Array(text.utf8).withUnsafeBytes { LeafItemsCoding.decode($0)?.map(\.rawValue) }
  }

  @Test(arguments: [
    [1], [9, 10, 99, 100, 101], [1 << 39, 1, 1_099_511_627_775], Array(1...256),
  ])
  func itemsComeBack(numbers: [Int]) {
    let text = LeafItemsCoding.encode(ContiguousArray(numbers.map { ItemID(rawValue: $0) }))
    #expect(text == "[\(numbers.map { String($0) }.joined(separator: ","))]")
    #expect(decode(text) == numbers)
  }

  @Test(arguments: [
    "", "[", "]", "[]", "[,]", "[1,]", "[,1]", "[1,,2]", "[1]2]", "[1] ", " [1]", "[ 1]", "[-1]",
    "[1.5]", "[1e3]", "[a]", "[12345678901234]", "1", "[1", "1]", "[[1]]", "null",
  ])
  func anythingElseIsNoPage(text: String) {
    #expect(decode(text) == nil)
  }

  @Test func digitsAreWrittenForEveryLength() {
    for exponent in 0..<19 {
      let power = (0..<exponent).reduce(1) { product, _ in product * 10 }
      for number in [power - 1, power, power + 1, .max - power] where number >= 0 {
        var bytes: [UInt8] = []
        bytes.appendDecimal(number)
        #expect(String(decoding: bytes, as: UTF8.self) == String(number))
      }
    }
  }
}

import RosterTestKit
import Testing

@testable import RosterCore

@Suite("PieceRow")
struct PieceRowTests {
  private func makeRow() -> PieceRow {
    PieceRow(Piece(origin: .kept, start: 0, count: Piece.endlessCount))
  }

  @Test func whatComesAndGoesLeavesFewPieces() {
    var row = makeRow()
    for place in 0..<2_000 {
      let index = place * 7919 % 100_000
      row.insert(Piece(origin: .inserted, start: place, count: 1), at: index)
      #expect(row.remove(at: index).start == place)
    }
    #expect(row.pieces.count == 1)
  }

  @Test func whatIsTypedInARowIsOnePiece() {
    var row = makeRow()
    for model in 0..<500 {
      row.insert(Piece(origin: .inserted, start: 40 + model, count: 1), at: 10 + model)
    }
    #expect(row.pieces.map(\.count).dropLast() == [10, 500])
    #expect(row.piece(at: 10 + 499).start == 539)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func doesWhatAnArrayDoes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var row = makeRow()
    /// Numbers of the source, and below zero those of what was inserted.
    var array = Array(0..<500)
    for step in 1...600 {
      let index = random.index(below: array.count)
      if random.happens(percent: 50) {
        array.insert(-step, at: index)
        row.insert(Piece(origin: .inserted, start: step, count: 1), at: index)
      } else {
        let countMax = min(1 + random.index(below: 4), array.count - index)
        let piece = row.remove(countMax, at: index)
        #expect(numbers(of: piece) == Array(array[index..<index + piece.count]), "seed \(seed)")
        array.removeSubrange(index..<index + piece.count)
      }
      if array.isEmpty { break }
    }
    let found = row.pieces.flatMap { numbers(of: $0.part(0..<min($0.count, 1_000))) }
    #expect(Array(found.prefix(array.count)) == array, "seed \(seed)")
    #expect(row.pieces.last.map { $0.start + $0.count } == Piece.endlessCount, "seed \(seed)")
  }

  private func numbers(of piece: Piece) -> [Int] {
    (piece.start..<piece.start + piece.count).map { piece.origin == .inserted ? -$0 : $0 }
  }
}

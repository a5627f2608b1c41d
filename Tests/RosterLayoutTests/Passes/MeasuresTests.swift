import Testing

@testable import RosterLayout

/// What is measured within one pass is found again for the same question, and for no other.
@Suite struct MeasuresTests {
  /// The measures of one box.
  private struct List {
    var measures = Measures()
    var head: Int32 = -1

    mutating func insert(
      _ value: Double, _ kind: Measure.Kind, _ first: Double, _ second: Double = 0,
      parent: UInt16 = 0
    ) {
      measures.insert(value, kind, first, second, parent: parent, at: &head)
    }

    func answer(
      _ kind: Measure.Kind, _ first: Double, _ second: Double = 0, parent: UInt16 = 0
    ) -> Measures.Answer {
      measures.answer(kind, first, second, parent: parent, from: head)
    }

    func value(
      _ kind: Measure.Kind, _ first: Double, _ second: Double = 0, parent: UInt16 = 0
    ) -> Double {
      answer(kind, first, second, parent: parent).value
    }
  }

  private static func withList(_ body: (inout List) -> Void) {
    var list = List()
    defer { list.measures.deallocate() }
    body(&list)
  }

  @Test func aHeightIsKnownForItsWidthItsLimitAndItsGivenHeightAlone() {
    Self.withList { list in
      list.insert(30, .height, 10, 50)
      #expect(list.value(.height, 10, 50) == 30)
      #expect(list.value(.height, 11, 50).isNaN)
      #expect(list.value(.height, 10, 20).isNaN)
      #expect(list.value(.height, 10, .infinity).isNaN)
      #expect(list.value(.givenHeight, 10, 50).isNaN)
    }
  }

  @Test func aWidthIsKnownForItsKindAndItsHeightAlone() {
    Self.withList { list in
      list.insert(30, .minWidth, .nan)
      list.insert(40, .maxWidth, 20)
      #expect(list.value(.minWidth, .nan) == 30 && list.value(.maxWidth, 20) == 40)
      #expect(list.value(.minWidth, 20).isNaN && list.value(.maxWidth, .nan).isNaN)
    }
  }

  @Test func aBaselineIsKnownForItsSizeAlone() {
    Self.withList { list in
      list.insert(7, .definiteBaseline, 10, 20)
      #expect(list.value(.definiteBaseline, 10, 20) == 7)
      #expect(list.value(.definiteBaseline, 11, 20).isNaN)
      #expect(list.value(.definiteBaseline, 10, 21).isNaN)
      #expect(list.value(.baseline, 10, 20).isNaN)
    }
  }

  @Test func whatARuleAnsweredIsKnownForTheLengthsOfItsParentAlone() {
    Self.withList { list in
      list.insert(7, .height, 10, parent: 1)
      #expect(list.value(.height, 10, parent: 1) == 7 && list.value(.height, 10).isNaN)
    }
  }

  @Test func allHeightsAreKnownUpToTheMaximum() {
    Self.withList { list in
      for width in 0..<Measures.constraintsMax {
        #expect(list.value(.height, Double(width), .infinity).isNaN)
        list.insert(Double(width) * 2, .height, Double(width), .infinity)
      }
      for width in 0..<Measures.constraintsMax {
        let answer = list.answer(.height, Double(width), .infinity)
        #expect(answer.value == Double(width) * 2 && !answer.isEstimate)
      }
    }
  }

  @Test func beyondTheMaximumTheNearestAnswerIsTaken() {
    Self.withList { list in
      for width in 0..<Measures.constraintsMax {
        list.insert(Double(width) * 2, .height, Double(width), .infinity)
      }
      let answer = list.answer(.height, 7.4, .infinity)
      #expect(answer.value == 14 && answer.isEstimate)
      // No answer is near if another length is unknown, and other kinds have a maximum of their own.
      #expect(list.value(.height, 7.4, 100).isNaN && list.value(.givenHeight, 7, 100).isNaN)
    }
  }
}

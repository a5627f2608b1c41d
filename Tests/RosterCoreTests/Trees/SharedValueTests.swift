import Testing

@testable import RosterCore

@Suite("SharedValue")
struct SharedValueTests {
  @Test func aChangeOfACopyLeavesTheOtherAsItWas() {
    let original = SharedValue([1, 2])
    var copy = original
    copy.value.append(3)
    #expect(original.value == [1, 2])
    #expect(copy.value == [1, 2, 3])
  }

  @Test func copiesAreEqualUntilOneIsChanged() {
    let original = SharedValue([1, 2])
    let copy = original
    #expect(copy == original)
    #expect(copy.hashValue == original.hashValue)
  }

  @Test func equalValuesThatWereMadeApartAreEqual() {
    #expect(SharedValue([1, 2]) == SharedValue([1, 2]))
    #expect(SharedValue([1, 2]) != SharedValue([1]))
  }

  @Test func aStateThatWasCopiedKeepsItsRevision() throws {
    let state = ListState()
    var later = state
    later.revision += 1
    #expect(state.revision == 0)
    #expect(later.revision == 1)
  }

  @Test func anAnnotationThatWasCopiedKeepsItsParts() {
    let annotation = ChangeAnnotation()
    var other = annotation
    other.origin = "test"
    #expect(annotation == ChangeAnnotation())
    #expect(other == ChangeAnnotation(origin: "test"))
  }
}

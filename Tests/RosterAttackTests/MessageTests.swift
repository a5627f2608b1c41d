import RosterAttacks
import RosterJSON
import Testing

/// Some of the mutations of each message; `Tools/attack messages` does all.
@Suite("Attack: messages")
struct MessageTests {
  @Test(arguments: MessageAttack.Side.allCases)
  func noMessageDoesHarm(_ side: MessageAttack.Side) throws {
    let attack = try MessageAttack(side)
    #expect(attack.count > 1_000)
    // A prime number, so that all kinds of mutations have their turn.
    for number in stride(from: 0, to: attack.count, by: 23) {
      let finding = attack.finding(number: number)
      #expect(finding == nil)
    }
  }

  @Test func everyNumberDepthCountAndNameIsMutated() {
    let message: JSONValue = ["a": [1], "b": ["n": "x"], "digest": "d"]
    let mutations = MessageMutation.all(of: message)
    for path in [["a"], ["a", "0"], ["b"], ["b", "n"]] {
      #expect(mutations.contains(MessageMutation(path: path, kind: .nested(511))))
      #expect(mutations.contains(MessageMutation(path: path, kind: .missing)))
    }
    let number = MessageMutation(path: ["a", "0"], kind: .value(.number(0x1p53)))
    #expect(mutations.contains(number))
    #expect(number.applied(to: message)["a"] == [.number(0x1p53)])
    // It is sealed: with another digest a message is refused before it is read.
    #expect(number.applied(to: message)["digest"] != "d")
    let repeated = MessageMutation(path: ["a"], kind: .repeated(300))
    #expect(mutations.contains(repeated))
    #expect(repeated.applied(to: message)["a"]?.arrayValue?.count == 301)
  }
}

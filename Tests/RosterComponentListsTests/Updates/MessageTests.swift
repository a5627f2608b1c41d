import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// The messages of components.
@Suite("Updates: messages") struct MessageTests {
  private struct Received: Equatable {
    var tree: TreeID
    var message: RowMessage

    init(_ tree: TreeID, _ message: RowMessage) {
      self.tree = tree
      self.message = message
    }

    init(_ message: TreeMessage<RowMessage>) { self.init(message.tree, message.message) }
  }

  private func collect(_ messages: AsyncStream<TreeMessage<RowMessage>>) async -> [Received] {
    var received: [Received] = []
    for await message in messages { received.append(Received(message)) }
    return received
  }

  @Test(arguments: TreeKind.allCases)
  func anActionThatOnlySendsAMessageNeedsNoTransaction(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      _ = try await list.apply(kind.rows("ab"))
      let messages = list.messages()
      let outcome = try await list.apply(.actions([.say("hello")], in: kind.id(2)))
      #expect(outcome.batch == nil && outcome.messageCount == 1)
      #expect(list.snapshot.revision == 1)
      #expect(storage.faults.calls.filter { $0 == .commit }.count == 1)
      await list.close()
      #expect(await collect(messages) == [Received(kind.tree(2), .said("hello"))])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func messagesComeInTheOrderOfTheirActionsToEverybody(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(kind.rows("ab"))
      await gate.arrival()
      let subscribers = [list.messages(), list.messages()]
      for number in 1...5 {
        _ = try list.enqueue(.actions([.addAndTell(number, to: "b")], in: kind.at(1)))
        _ = try list.enqueue(.actions([.say("\(number)")], in: kind.id(1)))
        if number == 3 { _ = try list.enqueue(kind.insert("c", at: 2)) }
      }
      gate.open()
      await list.close()
      let expected = (1...5).flatMap { number in
        [
          Received(kind.tree(2), .counted("b", (1...number).reduce(0, +))),
          Received(kind.tree(1), .said("\(number)")),
        ]
      }
      for subscriber in subscribers { #expect(await collect(subscriber) == expected) }
    }
  }

  @Test func messagesOfAllKindsOfTreesAreInOneSequence() async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(TreeKind.item.rows("s"))
      let messages = list.messages()
      for kind in TreeKind.allCases {
        _ = try await list.apply(.actions([.say("\(kind)")], in: kind.id(1)))
      }
      await list.close()
      #expect(
        await collect(messages)
          == TreeKind.allCases.map { Received($0.tree(1), .said("\($0)")) })
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anOutcomeTellsHowManyMessagesItsOwnActionsHaveSent(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(kind.rows("a"))
      await gate.arrival()
      let silent = try list.enqueue(.actions([.add(1, to: "a")], in: kind.id(1)))
      let talkative = try list.enqueue(
        .actions([.say("one"), .add(2, to: "a"), .addAndTell(3, to: "a")], in: kind.id(1)))
      gate.open()
      #expect(try await silent.value.messageCount == 0)
      #expect(try await talkative.value.messageCount == 2)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aMessageIsSentOnceWhatWasDoneWithItIsDurableAndPublished(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, file in
      _ = try await list.apply(kind.rows("a"))
      var messages = list.messages().makeAsyncIterator()
      let gate = storage.stop(.commit, .after)
      let pending = try list.enqueue(.actions([.addAndTell(7, to: "a")], in: kind.id(1)))
      await gate.arrival()
      let early = try list.enqueue(.actions([.say("after")], in: kind.id(1)))
      gate.open()
      #expect(
        await messages.next().map { Received($0) } == Received(kind.tree(1), .counted("a", 7)))
      #expect(list.snapshot.revision == 2)
      #expect(try file.storedRevision() == 2)
      #expect(try list.tree(1, kind)?.count("a") == 7)
      #expect(await messages.next().map { Received($0) } == Received(kind.tree(1), .said("after")))
      _ = try await (pending.value, early.value)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aFailedCommitSendsNothing(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      _ = try await list.apply(kind.rows("a"))
      let messages = list.messages()
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(.actions([.addAndTell(7, to: "a")], in: kind.id(1)))
      }
      try list.resume()
      _ = try await list.apply(.actions([.addAndTell(8, to: "a")], in: kind.id(1)))
      await list.close()
      #expect(await collect(messages) == [Received(kind.tree(1), .counted("a", 8))])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aRefusedActionSendsNothing(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("a"))
      let messages = list.messages()
      await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(
          .actions([.say("heard"), .addAndTell(7, to: "x")], in: kind.id(1)))
      }
      await list.close()
      #expect(await collect(messages) == [Received(kind.tree(1), .said("heard"))])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func typedActionsTakeTheirArguments(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      let batch = try await list.apply(kind.rows("a"))
      let row = try #require(batch.outputs(kind).first?.output?.views.first)
      let say = try #require(row.events[.longPress])
      _ = try await list.apply(.actions(say, arguments: ["typed"], in: kind.id(1)))
      let messages = list.messages()
      _ = try await list.apply(.actions(say, arguments: ["again"], from: .row, in: kind.id(1)))
      await list.close()
      #expect(await collect(messages) == [Received(kind.tree(1), .said("again"))])
      #expect(await collect(list.messages()) == [])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func messagesOfAListThatIsGoneEnd(kind: TreeKind) async throws {
    try await ListFile.with { file in
      var list: RowList? = try file.openTrees()
      _ = try await list?.apply(kind.rows("a"))
      let messages = try #require(list?.messages())
      _ = try await list?.apply(.actions([.say("last")], in: kind.id(1)))
      list = nil
      #expect(await collect(messages) == [Received(kind.tree(1), .said("last"))])
    }
  }
}

import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterTestSupport
import Testing

/// The messages of components.
@Suite("Updates: messages") struct MessageTests {
  private struct Received: Equatable {
    var id: Int
    var message: RowMessage

    init(_ id: Int, _ message: RowMessage) {
      self.id = id
      self.message = message
    }

    init(_ message: TreeMessage<RowMessage>) {
      self.init(message.item?.rawValue ?? 0, message.message)
    }
  }

  private func collect(_ messages: MessageSequence<RowMessage>) async -> [Received] {
    var received: [Received] = []
    for await message in messages { received.append(Received(message)) }
    return received
  }

  @Test func anActionThatOnlySendsAMessageNeedsNoTransaction() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      _ = try await list.apply(.section("ab"))
      let messages = list.messages()
      let outcome = try await list.performActions([.say("hello")], in: .id(2))
      #expect(outcome.batch == nil && outcome.messageCount == 1)
      #expect(list.snapshot.revision == 1)
      #expect(storage.faults.calls.filter { $0 == .commit }.count == 1)
      await list.close()
      #expect(await collect(messages) == [Received(2, .said("hello"))])
    }
  }

  @Test func messagesComeInTheOrderOfTheirActionsToEverybody() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("ab"))
      await gate.arrival()
      let subscribers = [list.messages(), list.messages()]
      for number in 1...5 {
        _ = try list.enqueueActions([.addAndTell(number, to: "b")], in: .item(1))
        _ = try list.enqueueActions([.say("\(number)")], in: .id(1))
        if number == 3 { _ = try list.enqueue(.insert("c", at: 2)) }
      }
      gate.open()
      await list.close()
      let expected = (1...5).flatMap { number in
        [
          Received(2, .counted("b", (1...number).reduce(0, +))), Received(1, .said("\(number)")),
        ]
      }
      for subscriber in subscribers { #expect(await collect(subscriber) == expected) }
    }
  }

  @Test func anOutcomeTellsHowManyMessagesItsOwnActionsHaveSent() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("a"))
      await gate.arrival()
      let silent = try list.enqueueActions([.add(1, to: "a")], in: .id(1))
      let talkative = try list.enqueueActions(
        [.say("one"), .add(2, to: "a"), .addAndTell(3, to: "a")], in: .id(1))
      gate.open()
      #expect(try await silent.value.messageCount == 0)
      #expect(try await talkative.value.messageCount == 2)
    }
  }

  @Test func aMessageIsSentOnceWhatWasDoneWithItIsDurableAndPublished() async throws {
    try await ListFile.withGatedRows { list, storage, file in
      _ = try await list.apply(.section("a"))
      var messages = list.messages().makeAsyncIterator()
      let gate = storage.stop(.commit, .after)
      let pending = try list.enqueueActions([.addAndTell(7, to: "a")], in: .id(1))
      await gate.arrival()
      let early = try list.enqueueActions([.say("after")], in: .id(1))
      gate.open()
      #expect(await messages.next().map { Received($0) } == Received(1, .counted("a", 7)))
      #expect(list.snapshot.revision == 2)
      #expect(try file.storedRevision() == 2)
      #expect(try list.tree(1)?.count("a") == 7)
      #expect(await messages.next().map { Received($0) } == Received(1, .said("after")))
      _ = try await (pending.value, early.value)
    }
  }

  @Test func aFailedCommitSendsNothing() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      _ = try await list.apply(.section("a"))
      let messages = list.messages()
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.performActions([.addAndTell(7, to: "a")], in: .id(1))
      }
      try list.resume()
      _ = try await list.performActions([.addAndTell(8, to: "a")], in: .id(1))
      await list.close()
      #expect(await collect(messages) == [Received(1, .counted("a", 8))])
    }
  }

  @Test func aRefusedActionSendsNothing() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("a"))
      let messages = list.messages()
      await #expect(throws: DataSourceError.self) {
        _ = try await list.performActions([.say("heard"), .addAndTell(7, to: "x")], in: .id(1))
      }
      await list.close()
      #expect(await collect(messages) == [Received(1, .said("heard"))])
    }
  }

  @Test func typedActionsTakeTheirArguments() async throws {
    try await ListFile.withRows { list, _ in
      let batch = try await list.apply(.section("a"))
      let row = try #require(batch.items.first?.output.views.first)
      let say = try #require(row.events[.longPress])
      _ = try await list.performActions(say, arguments: ["typed"], in: .id(1))
      let messages = list.messages()
      _ = try await list.performActions(say, arguments: ["again"], from: .row, in: .id(1))
      await list.close()
      #expect(await collect(messages) == [Received(1, .said("again"))])
      #expect(await collect(list.messages()) == [])
    }
  }

  @Test func messagesOfAListThatIsGoneEnd() async throws {
    try await ListFile.with { file in
      var list: RowList? = try file.openRows()
      _ = try await list?.apply(.section("a"))
      let messages = try #require(list?.messages())
      _ = try await list?.performActions([.say("last")], in: .id(1))
      list = nil
      #expect(await collect(messages) == [Received(1, .said("last"))])
    }
  }
}

@testable import RosterComponentLists
import RosterComponents
import RosterCore
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterEngine

/// Released objects are deallocated.
@Suite(.timeLimit(.minutes(10))) struct LeakTests {
  /// Weak references to the parts of a list.
  private struct Parts: Sendable {
    weak let storage: GatedStorage?
    weak let codec: OwnedCodec?
    weak let generator: OwnedGenerator?
    let ends: [Lifetime.End]

    init(_ storage: GatedStorage, _ codec: OwnedCodec, _ generator: OwnedGenerator) {
      (self.storage, self.codec, self.generator) = (storage, codec, generator)
      ends = [storage.lifetime.end, codec.lifetime.end, generator.lifetime.end]
    }

    /// Waits until the queue of a list has released the parts.
    func vanish() async {
      for end in ends { await end.arrival() }
      #expect(storage == nil && codec == nil && generator == nil)
    }
  }

  private final class OwnedCodec: ModelCodec {
    let lifetime = Lifetime()

    func encode(_ model: String) throws -> StoredValue { try TextCodec().encode(model) }

    func decode(_ value: StoredValue) throws -> String { try TextCodec().decode(value) }
  }

  /// What the closure of a list holds.
  private final class OwnedGenerator: Sendable {
    let lifetime = Lifetime()
    private let texts = Recorder<String>()

    func record(_ text: String) { texts.record(text) }
  }

  private func makeList(in file: ListFile) throws -> (list: TextList, parts: Parts) {
    let storage = try file.openGated()
    let codec = OwnedCodec()
    let generator = OwnedGenerator()
    let list = try TextList(storage: storage, codec: codec, sectionCodec: codec) { text, _ in
      generator.record(text)
      return text
    }
    return (list, Parts(storage, codec, generator))
  }

  @Test func aListThatWasUsedInEveryWayIsGone() async throws {
    try await ListFile.with { file in
      func use() async throws -> Parts {
        let (list, parts) = try makeList(in: file)
        let batches = try list.batches()
        let merged = try list.batches(delivery: .merged)
        _ = try list.applySynchronously(.section("A"))
        _ = try await list.apply(.insert("X"))
        await #expect(throws: DataSourceError.self) { _ = try await list.apply(.remove(9)) }
        parts.storage?.faults.fail(.commit)
        await #expect(throws: DataSourceError.self) { _ = try await list.apply(.remove(0)) }
        _ = try await list.batches(after: 0).first { _ in true }
        await list.close()
        #expect(try await batches.collect().count + merged.collect().count == 3)
        return parts
      }
      try await use().vanish()
    }
  }

  @Test func aListOfComponentsThatWasUsedInEveryWayIsGone() async throws {
    try await ListFile.with { file in
      func use() async throws -> Parts {
        let storage = try file.openGated()
        let codec = OwnedCodec()
        let generator = OwnedGenerator()
        let list = try RowList(storage: storage, codec: codec, sectionCodec: codec) { text, _ in
          generator.record(text)
          return Node(Row(text: text))
        }
        let parts = Parts(storage, codec, generator)
        let messages = list.messages()
        let sink = list.editSink()
        _ = try await list.apply(.section("ab"))
        _ = try await list.add(1, to: "a", in: .id(1)).value
        _ = try list.applySynchronously(.actions([.say("hello")], in: .item(1)))
        sink.enqueue(.perform(.toggle), to: .item(ItemID(rawValue: 2)))
        await #expect(throws: DataSourceError.self) {
          _ = try await list.add(1, to: "x", in: .id(9)).value
        }
        storage.faults.fail(.commit)
        _ = try? await list.apply(.update(0, "c"))
        try list.resume()
        _ = try await list.apply(.configuration(.environment(ComponentEnvironment())))
        #expect(try list.outputs(inSection: 0).count == 2)
        _ = try await list.batches(after: 0).first { _ in true }
        await list.close()
        for await message in messages { #expect(message.message == .said("hello")) }
        return parts
      }
      try await use().vanish()
    }
  }

  @Test func aListThatIsNotClosedIsGone() async throws {
    try await ListFile.with { file in
      func use() async throws -> Parts {
        let (list, parts) = try makeList(in: file)
        _ = try await list.apply(.section("A"))
        return parts
      }
      try await use().vanish()
    }
  }

  @Test func aListWithSomethingPendingIsGoneOnceThatIsDone() async throws {
    try await ListFile.with { file in
      func use() async throws -> (Parts, Pending<TextList.Batch>) {
        let (list, parts) = try makeList(in: file)
        return (parts, try list.enqueue(.section("A")))
      }
      func outcome() async throws -> Parts {
        let (parts, pending) = try await use()
        #expect(try await pending.value.target.revision == 1)
        return parts
      }
      try await outcome().vanish()
    }
  }

  @Test func aSubscriberThatWaitsDoesNotHoldTheList() async throws {
    try await ListFile.with { file in
      func use() throws -> (Parts, Task<Int, any Error>) {
        let (list, parts) = try makeList(in: file)
        let batches = try list.batches()
        return (parts, Task { try await batches.collect().count })
      }
      let (parts, subscriber) = try use()
      #expect(try await subscriber.value == 0)
      await parts.vanish()
    }
  }

  @Test func aDroppedIteratorFreesItsSubscription() async throws {
    let events = EventRecorder()
    try await ListFile.withList(.told(events)) { list, _ in
      events.removeAll()
      weak var subscription: Subscription<String, String, String>?
      func subscribe() async throws {
        let batches = try list.batches()
        subscription = batches.subscription
        _ = try list.enqueue(.section("A"))
        for try await _ in batches { break }
        #expect(subscription != nil)
      }
      try await subscribe()
      _ = try await list.apply(.insert("X"))
      await events.wait { $0.hasSuffix(": unsubscribed") }
      #expect(subscription == nil)
    }
  }
}

@testable import RosterComponentLists
import RosterComponents
import RosterCore
import RosterListSupport
import Testing

@testable import RosterEngine

@Suite("MessageHub") struct MessageHubTests {
  private final class Message: Sendable {}

  /// Sends a message to which only the hub holds a reference.
  private func send(by hub: MessageHub<Message>) -> () -> Message? {
    let message = Message()
    hub.send([TreeMessage(tree: .item(ItemID(rawValue: 1)), message: message)])
    return { [weak message] in message }
  }

  @Test func whoeverListensKeepsWhatItHasNotTaken() async {
    let hub = MessageHub<Message>()
    let messages = hub.subscribe()
    let sent = send(by: hub)
    #expect(sent() != nil)
    var iterator = messages.makeAsyncIterator()
    #expect(await iterator.next()?.message === sent())
  }

  @Test func whoeverStopsToListenKeepsNothing() {
    let hub = MessageHub<Message>()
    _ = hub.subscribe()
    #expect(send(by: hub)() == nil)
  }

  @Test func whoeverListensToAHubThatIsFinishedHearsTheEnd() async {
    let hub = MessageHub<Message>()
    let early = hub.subscribe()
    hub.finish()
    for messages in [early, hub.subscribe()] {
      for await _ in messages { Issue.record("nothing was sent") }
    }
  }
}

#if Web
  import RosterPages
  import Synchronization

  /// A site that answers with what it was asked, and whose sessions send back what they are sent.
  final class StubSite: Site {
    private let asked = Mutex<[SiteRequest]>([])

    /// The requests that reached the site.
    var requests: [SiteRequest] { asked.withLock { $0 } }

    func respond(to request: SiteRequest) async -> SiteResponse {
      asked.withLock { $0.append(request) }
      switch request.path {
      case ["assets", "page.js"]:
        return SiteResponse(
          contentType: "text/javascript", body: Array("// nothing\n".utf8), etag: "v1")
      case ["large"]:
        return SiteResponse(
          contentType: "text/plain", body: Array(repeating: 0x61, count: 4_000_000))
      case ["larger"]:
        // The system keeps some megabytes for a client that does not read.
        return SiteResponse(
          contentType: "text/plain", body: Array(repeating: 0x61, count: 16_000_000))
      case ["missing"]: return .text(404, "there is no such page")
      default:
        return .text(
          200,
          "\(request.path) \(request.query.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }) \(request.body.count)"
        )
      }
    }

    func openSession(at path: [String]) throws(PageError) -> any PageSession {
      switch path {
      case ["lists", "echo", "feed"]: return EchoSession()
      case ["lists", "endless", "feed"]: return EndlessSession()
      case ["lists", "picky", "feed"]: return PickySession()
      default: throw PageError(.notFound, "there is no such list")
      }
    }
  }

  /// Sends back what it is sent; "end" ends it.
  final class EchoSession: PageSession {
    private let messages: AsyncStream<[UInt8]>
    private let continuation: AsyncStream<[UInt8]>.Continuation

    init() {
      (messages, continuation) = AsyncStream.makeStream()
    }

    func receive(_ message: [UInt8]) throws(PageError) {
      if message == Array("end".utf8) {
        continuation.finish()
      } else {
        continuation.yield(message)
      }
    }

    func nextMessage() async -> [UInt8]? {
      for await message in messages { return message }
      return nil
    }

    func close() { continuation.finish() }
  }

  /// Always has something to send.
  final class EndlessSession: PageSession {
    private let isClosed = Mutex(false)
    private let message = Array(repeating: UInt8(ascii: "x"), count: 200_000)

    func receive(_ message: [UInt8]) throws(PageError) {}

    func nextMessage() async -> [UInt8]? {
      await Task.yield()
      return isClosed.withLock { $0 } ? nil : message
    }

    func close() { isClosed.withLock { $0 = true } }
  }

  /// Accepts no message, and says so last of all.
  final class PickySession: PageSession {
    private let last = AsyncStream<[UInt8]>.makeStream()

    func receive(_ message: [UInt8]) throws(PageError) {
      last.continuation.yield(Array("wrong".utf8))
      last.continuation.finish()
      throw PageError(.malformed, "this is no message")
    }

    func nextMessage() async -> [UInt8]? {
      for await message in last.stream { return message }
      return nil
    }

    func close() { last.continuation.finish() }
  }
#endif

#if Web
  import RosterConcurrency
  import RosterCore
  import RosterJSON
  package import RosterPages
  public import RosterSync

  /// The hubs of some lists, for a server.
  ///
  ///     let hubs = HubSite()
  ///     try hubs.add(SyncHub(list, name: "notes of Ann", coding: .json), named: "notes")
  ///     try await WebServer(hubs, configuration: .hub(port: 8080)).run { url in print(url) }
  ///
  /// A device sends its request to `/lists/NAME/sync`. `/health` says that the server answers, for a
  /// balancer. A list that several processes serve, or others write, is opened as a shared one.
  public final class HubSite: Sendable {
    private let hubs = Guarded<[String: ServedHub]>([:])
    /// The maximum number of bytes of a message, when it is decompressed.
    private let messageByteCountMax: Int
    private let onFailure: (@Sendable (_ list: String, _ error: any Error) -> Void)?
    private let onRecovery: (@Sendable (_ list: String) -> Void)?

    /// Makes a site without hubs.
    ///
    /// - Parameters:
    ///   - messageByteCountMax: The maximum number of bytes of a message, when it is decompressed; that
    ///     of devices with the default limits if left out.
    ///   - onFailure: Is told why a list cannot be read or written, once for each code of the error.
    ///     Devices are not told.
    ///   - onRecovery: Is told that a request was answered from such a list. What fails then is told
    ///     again.
    public init(
      messageByteCountMax: Int = WebServerBounds.hub.bodyByteCount,
      onFailure: (@Sendable (_ list: String, _ error: any Error) -> Void)? = nil,
      onRecovery: (@Sendable (_ list: String) -> Void)? = nil
    ) {
      self.messageByteCountMax = messageByteCountMax
      self.onFailure = onFailure
      self.onRecovery = onRecovery
    }

    /// Serves a hub, also if the server runs already: so a list that is new needs no new start.
    ///
    /// - Parameters:
    ///   - hub: The hub.
    ///   - name: The name of its list in addresses.
    ///   - token: What opens this list only. That of the server opens all.
    /// - Throws: `invalidAddress` if the name cannot be a part of an address.
    public func add<Model, SectionModel, Output>(
      _ hub: SyncHub<Model, SectionModel, Output>, named name: String, token: AccessToken? = nil
    ) throws(HubError) {
      guard HubPath.sync(name) != nil else {
        throw HubError(
          .invalidAddress,
          "the name \(name.inQuotes) cannot be a part of an address: it is empty, . or .., or has a slash, "
            + "a backslash, a control character or a percent sign with two digits",
          mayHaveArrived: false)
      }
      let (onFailure, onRecovery) = (onFailure, onRecovery)
      let served = ServedHub(hub, named: name, token: token) { error in
        onFailure?(name, error)
      } onRecovery: {
        onRecovery?(name)
      }
      hubs.withLock { $0[name] = served }
    }

    /// What devices need to reach a hub.
    var access: ProgramAccess {
      ProgramAccess(openPaths: [Self.healthPath]) { [self] path in
        guard path.count == 3, let token = hub(named: path[1])?.token else { return [] }
        return [token]
      } hasTokens: { [self] in
        hubs.withLock { $0.values.contains { $0.token != nil } }
      }
    }

    private static let healthPath = ["health"]

    private func hub(named name: String) -> ServedHub? { hubs.withLock { $0[name] } }
  }

  extension HubSite: Site {
    package func respond(to request: SiteRequest) async -> SiteResponse {
      do throws(HubRefusal) {
        if request.path == Self.healthPath { return .json(["healthy": true]) }
        guard request.path.count == 3, request.path[0] == "lists", request.path[2] == "sync" else {
          throw HubRefusal(404, .path, "there is nothing at this path but /lists/NAME/sync")
        }
        guard request.method == .post else {
          throw HubRefusal(405, .method, "a list is synchronized with POST")
        }
        let name = request.path[1]
        guard let hub = hub(named: name) else {
          throw HubRefusal(404, .unknownList, "the hub has no list \(name.inQuotes)")
        }
        return .json(
          try await answer(to: message(of: request), of: hub),
          compressed: request.accepts("gzip"))
      } catch {
        return error.response
      }
    }

    package func openSession(at path: [String]) throws(PageError) -> any PageSession {
      throw PageError(.notFound, "a hub sends no updates")
    }

    /// Reads the body of a request.
    private func message(of request: SiteRequest) throws(HubRefusal) -> JSONValue {
      let type = request.encodings["content-type"]?.prefix { $0 != ";" }.lowercased()
      guard type == "application/json" else {
        throw HubRefusal(415, .contentType, "a message is application/json")
      }
      var bytes = request.body
      switch request.encodings["content-encoding"]?.lowercased() {
      case nil, "identity": break
      case "gzip":
        do throws(Gzip.Failure) {
          bytes = try Gzip.decompressed(bytes, atMost: messageByteCountMax)
        } catch {
          throw error == .tooLarge
            ? .bodyTooLarge(messageByteCountMax)
            : HubRefusal(400, .malformedMessage, "the message is not gzip, or not all of it")
        }
      default: throw HubRefusal(415, .encoding, "messages are compressed with gzip only")
      }
      guard bytes.count <= messageByteCountMax else { throw .bodyTooLarge(messageByteCountMax) }
      do throws(JSONParseError) {
        return try JSONParser.ofPeers.parse(bytes)
      } catch {
        throw HubRefusal(400, .malformedMessage, "the message is not JSON: \(error)")
      }
    }

    private func answer(
      to message: JSONValue, of hub: ServedHub
    ) async throws(HubRefusal) -> JSONValue {
      do {
        return try await hub.answer(message)
      } catch let refusal as HubRefusal {
        throw refusal
      } catch {
        throw HubRefusal(error)
      }
    }
  }

  extension HubRefusal {
    fileprivate static func bodyTooLarge(_ byteCountMax: Int) -> HubRefusal {
      HubRefusal(413, .bodyTooLarge, "a message has at most \(byteCountMax) bytes")
    }
  }

  extension SiteRequest {
    /// Whether the client takes an answer in this encoding.
    fileprivate func accepts(_ encoding: String) -> Bool {
      let accepted = encodings["accept-encoding"]?.lowercased().split(separator: ",") ?? []
      return accepted.contains { $0.prefix { $0 != ";" }.filter { $0 != " " } == encoding }
    }
  }

  extension SiteResponse {
    fileprivate static func json(_ value: JSONValue, compressed: Bool = false) -> SiteResponse {
      var bytes: [UInt8] = []
      value.appendCanonical(to: &bytes)
      guard compressed, bytes.count >= Gzip.byteCountMin, let gzip = Gzip.compressed(bytes) else {
        return SiteResponse(contentType: "application/json", body: bytes)
      }
      return SiteResponse(
        contentType: "application/json", body: gzip,
        headers: [.init("Content-Encoding", "gzip")])
    }
  }
#endif

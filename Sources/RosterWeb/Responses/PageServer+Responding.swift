#if Web
  import HTTPTypes
  import HummingbirdCore
  import NIOCore
  import RosterPages

  extension PageServer {
    private static let chunkByteCount = 65_536

    /// Answers a request that the gate has let in.
    func respond(
      to request: Request, _ writer: consuming ResponseWriter, on channel: any Channel
    ) async throws {
      if let elsewhere, rules.isElsewhere(request.head.path ?? "") {
        return try await elsewhere(request, writer, channel)
      }
      let response: SiteResponse
      if let target = RequestTarget(request.head.path ?? "") {
        response = try await self.response(to: request, target, on: channel)
      } else {
        response = .text(400, Refusal.path.text)
      }
      counter.count { $0.requests += 1 }
      try await write(response, to: request, writer, on: channel.eventLoop)
    }

    private func response(
      to request: Request, _ target: RequestTarget, on channel: any Channel
    ) async throws -> SiteResponse {
      let isPost = request.method == .post
      if request.headers[.upgrade] != nil { return .text(426, Refusal.handshake.text) }
      var body: [UInt8] = []
      if isPost {
        let bytes = try await request.body.collect(upTo: bounds.bodyByteCount)
        body = Array(bytes.readableBytesView)
      }
      if programs == nil, target.path == RequestRules.loginPath, let token {
        return isPost ? login(body, token, on: channel) : LoginPage.response()
      }
      var asked = SiteRequest(
        method: isPost ? .post : .get, path: target.path, query: target.query, body: body)
      if programs != nil { asked.encodings = encodings(of: request) }
      return await site.respond(to: asked)
    }

    private func encodings(of request: Request) -> [String: String] {
      let names: [HTTPField.Name] = [.contentType, .contentEncoding, .acceptEncoding]
      return names.reduce(into: [:]) { $0[$1.canonicalName] = request.headers[$1] }
    }

    /// Gives the token as a cookie to who knows it.
    private func login(
      _ body: [UInt8], _ token: AccessToken, on channel: any Channel
    ) -> SiteResponse {
      let given = RequestTarget.form(body)?["token"] ?? ""
      guard token.matches(given) else {
        counter.refused(.token)
        let address = ClientAddress(channel.remoteAddress)
        let now = NIODeadline.now().uptimeNanoseconds
        guard admissions.takeAttempt(of: address, at: now) else {
          return .text(429, Refusal.tooManyRequests.text)
        }
        return LoginPage.response(isWrong: true)
      }
      var response = SiteResponse.redirect(to: "/")
      response.headers.append(.init("Set-Cookie", rules.cookie(token, at: .init(channel))))
      return response
    }

    // MARK: Writing

    private func write(
      _ response: SiteResponse, to request: Request, _ writer: consuming ResponseWriter,
      on loop: any EventLoop
    ) async throws {
      var fields = HTTPFields()
      for header in securityHeaders + response.headers { fields.set(header) }
      fields[.cacheControl] = response.etag == nil ? "no-store" : "no-cache"
      var status = response.status
      if let etag = response.etag {
        fields[.eTag] = "\"\(etag)\""
        if status == 200, request.isUnchanged(etag) { status = 304 }
      }
      let body = status == 304 ? [] : response.body
      if status != 304 {
        fields[.contentType] = response.contentType
        fields[.contentLength] = "\(body.count)"
      }
      let head = HTTPResponse(status: .init(code: status), headerFields: fields)
      guard request.method != .head, !body.isEmpty else {
        return try await writer.writeResponse(head)
      }
      var rest = ByteBuffer(bytes: body)
      var bodyWriter = try await writer.writeHead(head)
      // In parts, so that a slow reader has a part of it in the queue and not all.
      while let part = rest.readSlice(length: min(rest.readableBytes, Self.chunkByteCount)),
        part.readableBytes > 0
      {
        try await bodyWriter.write(part)
        // The next part waits if the client has not read this one, which the loop has to notice first.
        try await loop.submit {}.get()
      }
      try await bodyWriter.finish(nil)
    }
  }

  extension HTTPFields {
    /// Sets a header; a name that is none is left out.
    fileprivate mutating func set(_ header: SiteResponse.Header) {
      guard let name = HTTPField.Name(header.name) else { return }
      self[name] = header.value
    }
  }

  extension Request {
    /// Whether the client has an answer already that is as current.
    fileprivate func isUnchanged(_ etag: String) -> Bool {
      guard method == .get || method == .head, let known = headers[.ifNoneMatch] else {
        return false
      }
      return known.split(separator: ",").contains { candidate in
        let candidate = candidate.drop { $0 == " " }
        return candidate.dropFirst(candidate.hasPrefix("W/") ? 2 : 0) == "\"\(etag)\""
      }
    }
  }
#endif

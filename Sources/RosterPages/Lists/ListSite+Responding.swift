internal import RosterCore

extension ListSite: Site {
  /// Returns the answer to a request.
  package func respond(to request: SiteRequest) async -> SiteResponse {
    let path = request.path
    if path.first == "inspect" {
      guard let inspection else { return .notFound }
      return await inspection.respond(to: request)
    }
    guard request.method == .get else { return .text(405, "Only GET is answered here.") }
    switch (path.first, path.count) {
    case (nil, _): return directory
    case ("assets", 2):
      guard let resource = PageResource(rawValue: path[1]), resource.isAsset else {
        return .notFound
      }
      return resource.response
    case ("images", 2): return await pictures.response(forKey: path[1]) ?? .notFound
    case ("lists", 2): return list(named: path[1]).map(page(of:)) ?? .notFound
    default: return .notFound
    }
  }

  /// Opens the session of a page.
  package func openSession(at path: [String]) throws(PageError) -> any PageSession {
    guard path.count == 3, path[0] == "lists", path[2] == "feed", let list = list(named: path[1])
    else { throw PageError(.notFound, "there is no such list") }
    var description = list.description
    description.hasInspector = inspection != nil
    return try list.feed.attach { [description] present in
      ListSession(list.feed, description, present)
    }
  }

  /// The list of lists.
  private var directory: SiteResponse {
    let lists = lists
    if lists.count == 1 { return .redirect(to: lists[0].path) }
    let links = lists.map { list in
      let count = list.feed.present.state.itemCount
      return """
        <li><a href="\(list.path.htmlEscaped)">\(list.description.title.htmlEscaped)</a> \
        <span>\(count) item\(count == 1 ? "" : "s")</span></li>
        """
    }
    let body = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title.htmlEscaped)</title>
      <link rel="stylesheet" href="/assets/page.css">
      </head>
      <body class="lists">
      <main>
      <h1>\(title.htmlEscaped)</h1>
      <ul>
      \(links.joined(separator: "\n"))
      </ul>
      </main>
      </body>
      </html>

      """
    return SiteResponse(contentType: SiteResponse.html, body: Array(body.utf8))
  }

  /// The page of a list: the comments `title` and `rows` of the resource are replaced by escaped text. The
  /// rows are paragraphs, for browsers without JavaScript.
  private func page(of list: ServedList) -> SiteResponse {
    let rows = list.firstTexts.map { text in
      "<p dir=\"auto\">\(text.htmlEscaped.replacing("\n", with: "<br>"))</p>"
    }
    let template = PageResource.pageHTML.text
    let values = [
      "title": list.description.title.htmlEscaped, "rows": rows.joined(separator: "\n"),
    ]
    return SiteResponse(
      contentType: SiteResponse.html, body: Array(template.filled(with: values).utf8))
  }
}

extension ListSite.ServedList {
  fileprivate var path: String { "/lists/\(description.name.percentEncoded)" }

  /// What people read in the first rows.
  fileprivate var firstTexts: [String] {
    do throws(StorageError) {
      let rows = try feed.present.state.rows(inSlots: 0..<60)
      return try feed.source.text(of: rows).map { $0.shortened(byteCountMax: 1_000) }
    } catch {
      return ["The list cannot be read: \(error)"]
    }
  }
}

extension SiteResponse {
  fileprivate static let notFound = SiteResponse.text(404, "There is nothing here.")
}

extension String {
  /// Returns the text with `<!--name-->` replaced by values. What the values contain is not looked at.
  fileprivate func filled(with values: [String: String]) -> String {
    var filled = ""
    var rest = self[...]
    while let start = rest.firstRange(of: "<!--") {
      filled += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: "-->") else { return filled + "<!--" + rest }
      filled += values[String(rest[..<end.lowerBound])] ?? "<!--\(rest[..<end.upperBound])"
      rest = rest[end.upperBound...]
    }
    return filled + rest
  }
}

/// The files of the pages, which are part of the program.
package enum PageResource: String, CaseIterable, Sendable {
  case pageHTML = "page.html"
  case pageCSS = "page.css"
  case pageJS = "page.js"
  case modelsJS = "models.js"
  case viewsJS = "views.js"
  case viewsCSS = "views.css"
  case boxesJS = "boxes.js"
  case widgetsJS = "widgets.js"
  case inspectHTML = "inspect.html"
  case inspectCSS = "inspect.css"
  case inspectJS = "inspect.js"

  /// The contents of the file.
  package var bytes: [UInt8] {
    switch self {
    case .pageHTML: PackageResources.page_html
    case .pageCSS: PackageResources.page_css
    case .pageJS: PackageResources.page_js
    case .modelsJS: PackageResources.models_js
    case .viewsJS: PackageResources.views_js
    case .viewsCSS: PackageResources.views_css
    case .boxesJS: PackageResources.boxes_js
    case .widgetsJS: PackageResources.widgets_js
    case .inspectHTML: PackageResources.inspect_html
    case .inspectCSS: PackageResources.inspect_css
    case .inspectJS: PackageResources.inspect_js
    }
  }

  /// The contents of the file as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Its media type.
  package var contentType: String {
    switch self {
    case .pageHTML, .inspectHTML: SiteResponse.html
    case .pageCSS, .viewsCSS, .inspectCSS: "text/css; charset=utf-8"
    case .pageJS, .modelsJS, .viewsJS, .boxesJS, .widgetsJS, .inspectJS:
      "text/javascript; charset=utf-8"
    }
  }

  /// Whether the file is served as it is. The others are pages, which have paths of their own.
  var isAsset: Bool { self != .pageHTML && self != .inspectHTML }

  /// The answer to a request for the file.
  var response: SiteResponse {
    // FNV-1a: files of another version have another name in caches.
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return SiteResponse(contentType: contentType, body: bytes, etag: String(hash, radix: 16))
  }
}

extension SiteResponse {
  static let html = "text/html; charset=utf-8"
}

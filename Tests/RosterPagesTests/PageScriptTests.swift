import Foundation
import Testing

@testable import RosterPages

/// The modules of the pages, which browsers get as one file for each page.
@Suite struct PageScriptTests {
  private typealias Page = (resource: PageResource, script: PageScript, function: String)

  private static let pages: [Page] = [
    (.pageJS, .page, "steer"), (.inspectJS, .inspector, "setView"),
  ]

  @Test(arguments: pages.indices)
  func nothingIsImportedOrExported(_ page: Int) {
    let (_, lines) = Self.page(page)
    #expect(!lines.contains { $0.hasPrefix("import ") || $0.hasPrefix("export ") })
    #expect(lines.contains { $0.hasPrefix("function \(Self.pages[page].function)(") })
  }

  @Test(arguments: pages.indices)
  func modulesStandBehindThoseThatTheyImport(_ page: Int) {
    let (script, _) = Self.page(page)
    var names: Set<Substring> = []
    for module in script.modules {
      let text = String(decoding: module.file.contents, as: UTF8.self)
      for imported in text.matches(of: /(?m)^(?:import|\}) .*'\.\/([a-z]+\.js)';$/) {
        #expect(names.contains(imported.output.1), "\(module.name) imports \(imported.output.1)")
      }
      names.insert(module.name[...])
    }
    #expect(names.count == script.modules.count)
  }

  /// JavaScript's own reader rounds numbers of models. What a page keeps for itself has none.
  @Test(arguments: pages.indices)
  func whatComesFromTheServerIsReadExactly(_ page: Int) {
    for module in Self.page(page).script.modules
    where !["numbers.js", "memory.js"].contains(module.name) {
      let text = String(decoding: module.file.contents, as: UTF8.self)
      #expect(!text.contains("JSON.parse") && !text.contains(".json()"), "\(module.name)")
    }
  }

  @Test(arguments: pages.indices)
  func namesAtTheTopAreDifferent(_ page: Int) {
    let (_, lines) = Self.page(page)
    let names = lines.compactMap {
      $0.prefixMatch(of: /(?:async )?(?:const|let|function|class) (\w+)/)?.output.1
    }
    let repeated = Dictionary(grouping: names, by: \.self).filter { $1.count > 1 }.keys
    #expect(names.count > 100 && repeated.isEmpty, "\(repeated.sorted())")
  }

  @Test func everyFileIsServedAsItIs() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/CPageFiles/Files").standardized
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let scripts: [PageScript] = [.page, .inspector]
    let modules = scripts.flatMap(\.modules).map { ($0.name, $0.file.contents) }
    let others = PageResource.allCases.filter { !["page.js", "inspect.js"].contains($0.rawValue) }
      .map { ($0.rawValue, $0.bytes) }
    let files = Dictionary(modules + others) { first, _ in first }
    #expect(Set(files.keys) == Set(names))
    for (name, contents) in files {
      let file = try Data(contentsOf: folder.appending(path: name))
      #expect(Array(file) == contents, "\(name)")
    }
  }

  @Test(arguments: PageResource.allCases)
  func iconsAreDrawnAndNoLettersOfAFont(_ resource: PageResource) {
    // Technical signs, shapes, arrows beside the usual ones, and emoji: many fonts have boxes for them.
    let signs: [ClosedRange<UInt32>] = [
      0x2300...0x23FF, 0x2460...0x24FF, 0x25A0...0x27BF, 0x2900...0x297F, 0x2B00...0x2BFF,
      0x1F000...0x1FAFF,
    ]
    let found = resource.text.unicodeScalars.filter { scalar in
      signs.contains { $0.contains(scalar.value) }
    }
    #expect(found.isEmpty, "\(String(String.UnicodeScalarView(found)))")
  }

  private static func page(_ index: Int) -> (script: PageScript, lines: [Substring]) {
    let page = pages[index]
    return (page.script, page.resource.text.split(separator: "\n"))
  }
}

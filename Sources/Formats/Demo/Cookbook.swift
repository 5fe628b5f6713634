import Events
import Ingredients
import Recipes

/// The recipes that the demo's communities cook: the Cooklang files of the folder `Recipes`, compiled into the program.
enum Cookbook {
    /// All recipes, read at first use. The events of a seed depend on their order.
    static let recipes: [CookbookRecipe] = files.map { CookbookRecipe(cooklang: $0) }

    static let authors = Set(recipes.map(\.author))

    private static let files: [[UInt8]] = [
        PackageResources.cacio_e_pepe_cook,
        PackageResources.pasta_e_fagioli_cook,
        PackageResources.risotto_milanese_cook,
        PackageResources.focaccia_cook,
        PackageResources.tiramisu_cook,
        PackageResources.minestrone_cook,
        PackageResources.omelette_cook,
        PackageResources.ratatouille_cook,
        PackageResources.coq_au_vin_cook,
        PackageResources.tarte_tatin_cook,
        PackageResources.crepes_cook,
        PackageResources.onion_soup_cook,
        PackageResources.lentil_salad_cook,
        PackageResources.kanelbullar_cook,
        PackageResources.kottbullar_cook,
        PackageResources.knackebrod_cook,
        PackageResources.lemon_drizzle_cook,
        PackageResources.shepherds_pie_cook,
        PackageResources.scones_cook,
        PackageResources.leek_potato_soup_cook,
        PackageResources.overnight_oats_cook,
        PackageResources.kartoffelsalat_cook,
        PackageResources.kasespatzle_cook,
        PackageResources.apfelkuchen_cook,
        PackageResources.pierogi_cook,
        PackageResources.bigos_cook,
        PackageResources.goulash_cook,
        PackageResources.kaiserschmarrn_cook,
        PackageResources.avgolemono_cook,
        PackageResources.spanakopita_cook,
        PackageResources.briam_cook,
        PackageResources.lentil_soup_cook,
        PackageResources.menemen_cook,
        PackageResources.imam_bayildi_cook,
        PackageResources.tortilla_cook,
        PackageResources.gazpacho_cook,
        PackageResources.caldo_verde_cook,
        PackageResources.bacalhau_a_bras_cook,
        PackageResources.hummus_cook,
        PackageResources.tabbouleh_cook,
        PackageResources.mujaddara_cook,
        PackageResources.falafel_cook,
        PackageResources.harira_cook,
        PackageResources.chicken_tagine_cook,
        PackageResources.shakshuka_cook,
        PackageResources.jollof_cook,
        PackageResources.groundnut_stew_cook,
        PackageResources.kelewele_cook,
        PackageResources.misir_wot_cook,
        PackageResources.bobotie_cook,
        PackageResources.chana_masala_cook,
        PackageResources.dal_tadka_cook,
        PackageResources.butter_chicken_cook,
        PackageResources.palak_paneer_cook,
        PackageResources.aloo_gobi_cook,
        PackageResources.masala_chai_cook,
        PackageResources.kheer_cook,
        PackageResources.miso_soup_cook,
        PackageResources.oyakodon_cook,
        PackageResources.okonomiyaki_cook,
        PackageResources.kimchi_jjigae_cook,
        PackageResources.bibimbap_cook,
        PackageResources.pajeon_cook,
        PackageResources.mapo_tofu_cook,
        PackageResources.tomato_egg_cook,
        PackageResources.kung_pao_cook,
        PackageResources.smashed_cucumber_cook,
        PackageResources.congee_cook,
        PackageResources.dan_dan_cook,
        PackageResources.green_curry_cook,
        PackageResources.pad_kra_pao_cook,
        PackageResources.mango_sticky_rice_cook,
        PackageResources.tom_yum_cook,
        PackageResources.pho_ga_cook,
        PackageResources.summer_rolls_cook,
        PackageResources.thit_kho_cook,
        PackageResources.nasi_goreng_cook,
        PackageResources.gado_gado_cook,
        PackageResources.tinga_cook,
        PackageResources.black_bean_soup_cook,
        PackageResources.guacamole_cook,
        PackageResources.enchiladas_verdes_cook,
        PackageResources.ceviche_cook,
        PackageResources.lomo_saltado_cook,
        PackageResources.chimichurri_steak_cook,
        PackageResources.pao_de_queijo_cook,
        PackageResources.pancakes_cook,
        PackageResources.cornbread_cook,
        PackageResources.chili_cook,
        PackageResources.chocolate_chip_cookies_cook,
        PackageResources.jerk_chicken_cook,
        PackageResources.quinoa_bowl_cook,
        PackageResources.granola_cook,
    ]
}

/// A recipe, and what members say about it.
struct CookbookRecipe: Sendable {
    /// The same dish with one ingredient changed.
    struct Fork: Sendable {
        var title: String
        /// The name of the ingredient that is replaced.
        var old: String
        var new: ProtoIngredient
    }

    /// A question that only this recipe raises, and its author's answer.
    struct Exchange: Sendable {
        var question: String
        var answer: String
    }

    /// The name of its file without `.cook`, such as `cacio-e-pepe`.
    var key: String
    /// The username of the member of the sample community who posts it.
    var author: String
    var content: ProtoRecipeContent
    var exchanges: [Exchange]
    /// Comments of members who have cooked it.
    var remarks: [String]
    var forks: [Fork]
}

extension CookbookRecipe {
    /// Reads a file of the cookbook. Its front matter has some keys of the demo's own: `key`, `author`, the lists `questions`
    /// and `answers` of equal length, `remarks`, and `forks`, each of the form `title | old ingredient => new line`.
    ///
    /// The file is part of the program: a mistake in it stops the program.
    init(cooklang bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let metadata = Dictionary(
            CooklangParser.recipe(text).metadata.map { ($0.key, $0.values) }, uniquingKeysWith: { first, _ in first })
        guard let key = metadata["key"]?.first, let author = metadata["author"]?.first else {
            preconditionFailure("a recipe without key and author: \(text.prefix(200))")
        }
        guard case .recipe(let found) = CooklangFile.recipe(in: bytes, name: key, place: key) else {
            preconditionFailure("\(key) is no recipe")
        }
        (self.key, self.author, content) = (key, author, found.content)
        content.ingredients = content.ingredients.map { ProtoIngredient(line: $0.original) }
        let (questions, answers) = (metadata["questions"] ?? [], metadata["answers"] ?? [])
        precondition(questions.count == answers.count, "\(key) has questions without answers")
        exchanges = zip(questions, answers).map { Exchange(question: $0, answer: $1) }
        remarks = metadata["remarks"] ?? []
        forks = []
        forks = (metadata["forks"] ?? []).map { fork($0) }
    }

    private func fork(_ text: String) -> Fork {
        let parts = text.split(separator: " | ")
        let change = parts.last?.split(separator: " => ") ?? []
        precondition(parts.count == 2 && change.count == 2, "no fork: \(text)")
        let old = String(change[0])
        precondition(content.ingredients.contains { $0.name == old }, "\(key) has no \(old) to replace")
        return Fork(title: String(parts[0]), old: old, new: ProtoIngredient(line: String(change[1])))
    }
}

extension ProtoIngredient {
    /// A line of the cookbook, and its amount, unit, name and note in fields of their own.
    init(line: String) {
        self.init()
        original = line
        let read = IngredientLine(reading: line)
        if let quantity = read.quantity {
            self.quantity = quantity.least
            if let unit = read.unit { self.unit = MeasuringUnit(named: unit)?.name(of: quantity) ?? unit }
        }
        name = read.name
        if let note = read.note { self.note = note }
    }
}

"""A server of its own and browsers that visit it, for the tests beside this file."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import urllib.request

import tunnel

try:
    from selenium import webdriver
    from selenium.common.exceptions import (
        StaleElementReferenceException,
        TimeoutException,
        WebDriverException,
    )
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    webdriver = None

BUILD = pathlib.Path(__file__).resolve().parents[2] / ".build" / "debug"
PROGRAMS = pathlib.Path(os.environ.get("PROGRAMS", BUILD))
PATIENCE_SECONDS = 30
# What WebDriver calls these keys.
TAB, ENTER = "\ue004", "\ue007"


def missing() -> str | None:
    """What keeps a browser from running here; None where nothing does."""
    if webdriver is None:
        return "python3-selenium is not installed"
    for name in ["chromium", "chromedriver"]:
        if shutil.which(name) is None:
            return f"{name} is not installed"
    try:
        Browser().close()
    except Exception as error:
        return f"Chromium does not run here: {error}".splitlines()[0]
    return None


class Town:
    """A server on an empty store, reached at http://localhost and a port of the system's choice;
    operators reach it at another."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory()
        self._start("http://localhost:0/receive/")
        port = self.address.rsplit(":", 1)[1]
        # The links lead to where the server turned out to be.
        self.close(keep=True)
        self._start(f"http://localhost:{port}/receive/", port)
        self._tunnel = tunnel.Tunnel(self._operators_path)
        self.operators_address = self._tunnel.address

    @property
    def _operators_path(self) -> str:
        return f"{self._folder.name}/operators.sock"

    def _start(self, link_base: str, port: str = "0"):
        self._server = subprocess.Popen(
            [
                PROGRAMS / "notelet-server", "--store", f"{self._folder.name}/store",
                "--listen", "tcp://127.0.0.1:0", "--web-listen", f"http://localhost:{port}",
                "--link-base", link_base, "--shared-address", "--log-level", "error",
                "--metrics-listen", "http://127.0.0.1:0",
                "--admin-web-listen", f"unix://{self._operators_path}",
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        self._server.stdout.readline()
        self.address = self._server.stdout.readline().split()[-1]
        self._server.stdout.readline()
        self._pages = self._server.stdout.readline().split()[-1]

    def close(self, keep: bool = False):
        """Ends the server; its store goes too unless it is kept."""
        self._server.send_signal(signal.SIGTERM)
        self._server.wait()
        self._server.stdout.close()
        if not keep:
            self._tunnel.close()
            self._folder.cleanup()

    def call(self, method: str, request: dict, token: str | None = None) -> dict:
        """Calls a method, as any program does."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        body = json.dumps(request).encode()
        url = f"{self.address}/notelet.v1.{method}"
        with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as response:
            return json.load(response)

    def measure(self, name: str) -> float:
        """A measurement of the server, by its name."""
        with urllib.request.urlopen(f"{self._pages}/metrics") as response:
            lines = response.read().decode().splitlines()
        return float(next(line for line in lines if line.startswith(name + " ")).split()[1])

    def sign_up(self, name: str) -> dict:
        """Makes an account with a link."""
        person = {"username": name, "email": f"{len(name)}{abs(hash(name))}@example.com"}
        return self.call("Accounts/SignUp", person | {"password": "correct horse battery"})


class Browser:
    """A window of its own, without a past; what its pages complain of is kept."""

    def __init__(self, language: str = "ko", width: int = 390, scripts: bool = True,
                 dark: bool = False):
        options = Options()
        options.binary_location = shutil.which("chromium")
        for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                         f"--lang={language}", "--force-color-profile=srgb"]:
            options.add_argument(argument)
        preferences = {"intl.accept_languages": language}
        if not scripts:
            preferences["profile.managed_default_content_settings.javascript"] = 2
        options.add_experimental_option("prefs", preferences)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = Service(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(service=service, options=options)
        self.driver.set_page_load_timeout(PATIENCE_SECONDS)
        metrics = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
        self._complaints = []

    def open(self, address: str):
        """Goes to an address."""
        self.driver.get(address)

    def find(self, selector: str, text: str | None = None):
        """Waits for an element that is shown, and has a text."""
        def look(driver):
            try:
                for element in driver.find_elements(By.CSS_SELECTOR, selector):
                    if element.is_displayed() and (text is None or text in element.text):
                        return element
            except WebDriverException as error:
                # The page is changing, which the driver does not always know how to say.
                is_stale = isinstance(error, StaleElementReferenceException)
                if not is_stale and "does not belong to the document" not in str(error.msg):
                    raise
            return False
        try:
            return WebDriverWait(self.driver, PATIENCE_SECONDS).until(look)
        except TimeoutException as error:
            raise AssertionError(f"no {selector} with {text!r} in {self.text}") from error

    def wait(self, condition: str):
        """Waits until an expression of JavaScript holds."""
        WebDriverWait(self.driver, PATIENCE_SECONDS).until(
            lambda driver: driver.execute_script(f"return {condition}")
        )

    def await_absence(self, text: str):
        """Waits until the page shows a text no more."""
        WebDriverWait(self.driver, PATIENCE_SECONDS).until(lambda _: text not in self.text)

    def press(self, text: str):
        """Presses the button or follows the link of a text."""
        pressed = self.find("button, a, summary", text)
        # What lies below the navigation is scrolled to, as people do.
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", pressed)
        pressed.click()

    def press_choice(self, value: str):
        """Chooses one of several, by the value that it stands for."""
        self.find(f"label:has(input[value={value}])").click()

    def fill(self, selector: str, text: str):
        """Writes into a field."""
        field = self.find(selector)
        field.clear()
        field.send_keys(text)

    @property
    def text(self) -> str:
        """What the page shows."""
        return self.driver.find_element(By.TAG_NAME, "body").text

    @property
    def active(self):
        """What has the focus."""
        return self.driver.switch_to.active_element

    def overflow(self) -> int:
        """How many pixels the page is wider than its window."""
        return self.driver.execute_script(
            "return document.documentElement.scrollWidth - innerWidth"
        )

    def complaints(self) -> list[str]:
        """What the browser held against the pages: broken policies, errors of scripts."""
        for entry in self.driver.get_log("browser"):
            # A refusal is a status that scripts handle; the browser lists it all the same.
            if "Failed to load resource" not in entry["message"]:
                self._complaints.append(entry["message"])
        return self._complaints

    def save_downloads(self, folder: str):
        """Has what is downloaded go into a folder."""
        choice = {"behavior": "allow", "downloadPath": folder}
        self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", choice)

    def await_download(self, folder: pathlib.Path) -> pathlib.Path:
        """Waits until a file is whole in a folder; where it is."""
        def look(_):
            files = [each for each in folder.iterdir() if each.suffix != ".crdownload"]
            return files[0] if files else False
        return WebDriverWait(self.driver, PATIENCE_SECONDS).until(look)

    def shoot(self, path: str):
        """Takes a picture."""
        self.driver.save_screenshot(path)

    def close(self):
        """Closes the window."""
        self.driver.quit()
